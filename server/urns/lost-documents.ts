import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { dayMs, formatDateTime } from '#contract/dates.ts'
import type { LossReport } from '#contract/urns/api.ts'
import { daysAfterLoss, type ReleaseDetails } from '#contract/urns/confirmation.ts'
import { record } from '#server/audit/public.ts'
import { findRelative } from '#server/bookings/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { registerEntries, urnLossReports } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { aboutBooking, enqueueCopy, isReachable, type Letter } from '#server/mail/outbox.ts'
import type { Db } from '#server/ports/database.ts'
import { readPosting, readWhoHolds, tellOtherHolders } from '#server/rights/public.ts'
import {
  type AskedAct,
  askSecondPerson,
  confirmRequest,
  endRequestsAbout,
  findOpenRequest,
} from '#server/second-person/public.ts'
import { describeLoss, describeLossWithdrawn, lossLetter, lossWithdrawnLetter } from './letters.ts'
import { closeLossReport, findLossReport, type LockedUrn, lockUrn } from './queries.ts'

const releasableFrom = (toldAt: Date) => new Date(toldAt.getTime() + daysAfterLoss * dayMs)

/**
 * The open report of an urn. Whoever was told by post has as many days as the others, so they count from the last letter. `toPost` letters
 * have not reached anybody yet.
 */
export async function readLoss(db: Db, { tag, bookingID }: { tag: string; bookingID: string }) {
  const open = await findLossReport(db, tag)
  if (!open) return undefined
  const { reportedAt } = open.report
  const { toPost, lastAt } = await readPosting(db, bookingID, reportedAt)
  return { ...open, toPost, releasableFrom: releasableFrom(lastAt ?? reportedAt) }
}
type Loss = Awaited<ReturnType<typeof readLoss>>

/** Writes to the holders of today and to all contacts of the booking. A second report changes nothing and writes to nobody. */
export const reportLoss = (context: SignedInContext, { tag, note }: z.output<typeof LossReport>) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const urn = await lockUrn(db, tag)
    if (!urn) throw new AppError('NOT_FOUND')
    const open = await readLoss(db, urn)
    if (open) return { releasableFrom: open.releasableFrom, told: 0 }
    const report = { reportID: randomUUID(), tag, note, reportedByID: actor.userID, reportedAt: clock() }
    await db.insert(urnLossReports).values(report)
    const from = releasableFrom(report.reportedAt)
    const told = await tellAll(
      context,
      urn,
      { ...report, countsLater: true },
      lossLetter(urn, report.reportID, from),
      describeLoss(urn),
    )
    await record(context, 'urn.loss_reported', tag, { note, told })
    return { releasableFrom: from, told }
  })

/** An open report protects the urn from everyone, so one person asks to withdraw it and another confirms. All contacts are told. */
export async function withdrawLoss(context: SignedInContext, { tag, note }: z.output<typeof LossReport>) {
  const asked = await findOpenRequest(context.db, { act: 'withdrawLoss', subject: tag }, context.clock())
  if (asked && asked.askedByID !== context.actor.userID)
    return { withdrawn: true, told: await confirmRequest<number>(context, asked.requestID) }
  return inTransaction(context, async (context) => {
    const urn = await lockUrn(context.db, tag)
    if (!urn) throw new AppError('NOT_FOUND')
    if (!(await findLossReport(context.db, tag))) throw new AppError('ALREADY_SETTLED')
    const what = `The report that the documents of urn ${tag} are lost is withdrawn.`
    await askSecondPerson(context, 'withdrawLoss', tag, { what, reason: note })
    return { withdrawn: false, told: 0 }
  })
}

/** What happens when a second person confirms the withdrawal. */
export async function withdrawReportedLoss(context: SignedInContext, { subject: tag, reason, askedByID }: AskedAct) {
  const { db, clock } = context
  const urn = await lockUrn(db, tag)
  const open = urn && (await findLossReport(db, tag))
  if (!open) throw new AppError('ALREADY_SETTLED')
  const ended = { reportID: `${open.report.reportID}:withdrawn`, reportedAt: clock(), askedByID }
  await endLossReport(context, tag)
  const letter = lossWithdrawnLetter(urn, open.report.reportID)
  const told = await tellAll(context, urn, ended, letter, describeLossWithdrawn(urn))
  await record(context, 'urn.loss_withdrawn', tag, { note: reason, askedBy: askedByID, told })
  return told
}

/** Ends a request to withdraw the report too, which could otherwise be confirmed for a later one. */
export async function endLossReport(context: SignedInContext, tag: string) {
  await closeLossReport(context.db, tag, context.clock())
  await endRequestsAbout(context, 'withdrawLoss', tag)
}

interface Told {
  reportID: string
  /** The letters on paper have this time, by which they are found again. */
  reportedAt: Date
  askedByID?: string
  countsLater?: boolean
}

/** Writes to everybody who could object, on paper to the holders without an address of their own, and returns how many there are. */
async function tellAll(
  context: SignedInContext,
  urn: LockedUrn,
  { reportID, reportedAt, askedByID, countsLater }: Told,
  letter: Letter,
  words: string,
) {
  const { bookingID } = urn
  const contacts = await listContacts(context, urn)
  const content = aboutBooking(bookingID, letter)
  for (const contact of contacts) await enqueueCopy(context, contact, contact.email, content)
  const byPost = await tellOtherHolders(
    { ...context, clock: () => reportedAt },
    {
      bookingID,
      toldAt: contacts.map(({ email }) => email),
      words,
      once: `loss:${reportID}`,
      ...(askedByID && { askedByID }),
      ...(countsLater && { countsLater }),
    },
  )
  return contacts.length + byPost
}

/**
 * Why the urn cannot be released yet. An open report delays a release with documents too, because somebody else may
 * have found the lost ones.
 */
export function explainLossPeriod(loss: Loss, { authority }: ReleaseDetails, now: Date) {
  if (!loss)
    return authority === 'documentsLost'
      ? `Please report the loss first. The urn can be released ${daysAfterLoss} days after that.`
      : undefined
  const reported = 'The documents were reported lost.'
  if (loss.toPost > 0)
    return `${reported} A letter about it is still to be posted or has come back. The urn can be released ${daysAfterLoss} days after it was posted.`
  return loss.releasableFrom > now
    ? `${reported} The urn can be released from ${formatDateTime(loss.releasableFrom)}.`
    : undefined
}

/** The holders of today who live, the account of the booking, its second person, and the address in the old register; each address once. */
async function listContacts(context: SignedInContext, { applicant, booking }: LockedUrn) {
  const { db } = context
  const [entry] = await db.select().from(registerEntries).where(eq(registerEntries.bookingID, booking.bookingID))
  const { holders = [] } = (await readWhoHolds(context, booking.bookingID)) ?? {}
  const known = [
    { email: applicant.email ?? '', fullName: applicant.fullName },
    (await findRelative(db, booking.bookingID)) ?? { email: '', fullName: '' },
    ...holders
      .filter(({ hasDied }) => !hasDied)
      .map(({ email, name, guardian }) => ({ email: email.toLowerCase(), fullName: name, guardian })),
    { email: entry?.holderEmail.toLowerCase() ?? '', fullName: entry?.holderName ?? '' },
  ].filter(({ email }) => isReachable(email) && email !== '')
  return known.filter(({ email }, index) => known.findIndex((other) => other.email === email) === index)
}
