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
import { aboutBooking, enqueueCopy, type Letter } from '#server/mail/outbox.ts'
import type { Db } from '#server/ports/database.ts'
import {
  type AskedAct,
  askSecondPerson,
  confirmRequest,
  endRequestsAbout,
  findOpenRequest,
} from '#server/second-person/public.ts'
import { lossLetter, lossWithdrawnLetter } from './letters.ts'
import { closeLossReport, findLossReport, type LockedUrn, lockUrn } from './queries.ts'

export const releasableFrom = (reportedAt: Date) => new Date(reportedAt.getTime() + daysAfterLoss * dayMs)

/** Writes to all contacts of the booking. A second report changes nothing and writes to nobody. */
export const reportLoss = (context: SignedInContext, { tag, note }: z.output<typeof LossReport>) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const urn = await lockUrn(db, tag)
    if (!urn) throw new AppError('NOT_FOUND')
    const open = await findLossReport(db, tag)
    if (open) return { releasableFrom: releasableFrom(open.report.reportedAt), told: 0 }
    const report = { reportID: randomUUID(), tag, note, reportedByID: actor.userID, reportedAt: clock() }
    await db.insert(urnLossReports).values(report)
    const from = releasableFrom(report.reportedAt)
    const told = await tellContacts(context, urn, lossLetter(urn, report.reportID, from))
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
  const { db } = context
  const urn = await lockUrn(db, tag)
  const open = urn && (await findLossReport(db, tag))
  if (!open) throw new AppError('ALREADY_SETTLED')
  const { reportID } = open.report
  await endLossReport(context, tag)
  const told = await tellContacts(context, urn, lossWithdrawnLetter(urn, reportID))
  await record(context, 'urn.loss_withdrawn', tag, { note: reason, askedBy: askedByID, told })
  return told
}

/** Ends a request to withdraw the report too, which could otherwise be confirmed for a later one. */
export async function endLossReport(context: SignedInContext, tag: string) {
  await closeLossReport(context.db, tag, context.clock())
  await endRequestsAbout(context, 'withdrawLoss', tag)
}

/** Writes to each contact of the booking and returns how many there are. */
async function tellContacts(context: SignedInContext, urn: LockedUrn, letter: Letter) {
  const contacts = await listContacts(context.db, urn)
  const content = aboutBooking(urn.bookingID, letter)
  for (const contact of contacts) await enqueueCopy(context, contact, contact.email, content)
  return contacts.length
}

/**
 * Why the urn cannot be released yet. An open report delays a release with documents too, because somebody else may
 * have found the lost ones.
 */
export function explainLossPeriod(reportedAt: Date | undefined, { authority }: ReleaseDetails, now: Date) {
  const from = reportedAt && releasableFrom(reportedAt)
  if (from && from > now)
    return `The documents were reported lost. The urn can be released from ${formatDateTime(from)}.`
  if (!from && authority === 'documentsLost')
    return `Please report the loss first. The urn can be released ${daysAfterLoss} days after that.`
  return undefined
}

/** The account of the booking, its second person, and the address in the old register; each address once. */
async function listContacts(db: Db, { applicant, booking }: LockedUrn) {
  const [entry] = await db.select().from(registerEntries).where(eq(registerEntries.bookingID, booking.bookingID))
  const known = [
    { email: applicant.email ?? '', fullName: applicant.fullName },
    (await findRelative(db, booking.bookingID)) ?? { email: '', fullName: '' },
    { email: entry?.holderEmail.toLowerCase() ?? '', fullName: entry?.holderName ?? '' },
  ].filter(({ email }) => email !== '')
  return known.filter(({ email }, index) => known.findIndex((other) => other.email === email) === index)
}
