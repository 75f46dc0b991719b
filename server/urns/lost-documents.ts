import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { dayMs, formatDateTime } from '#contract/dates.ts'
import type { LossReport } from '#contract/urns/api.ts'
import { daysAfterLoss, type ReleaseDetails } from '#contract/urns/confirmation.ts'
import { isRelatedPair } from '#server/accounts/public.ts'
import { record } from '#server/audit/public.ts'
import { findRelative } from '#server/bookings/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { registerEntries, urnLossReports } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { enqueueLetter, type Letter } from '#server/mail/outbox.ts'
import type { Db } from '#server/ports/database.ts'
import { type LossFacts, lossLetter, lossWithdrawnLetter } from './letters.ts'
import { askToWithdrawLoss, endLossReport, findLossReport, type LockedUrn, lockUrn } from './queries.ts'

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
    const told = await tellContacts(context, urn, (facts) =>
      lossLetter({ ...facts, reportID: report.reportID, releasableFrom: from }),
    )
    await record(context, 'urn.loss_reported', tag, { note, told })
    return { releasableFrom: from, told }
  })

/** An open report protects the urn from everyone, so one person asks to withdraw it and another confirms. All contacts are told. */
export const withdrawLoss = (context: SignedInContext, { tag, note }: z.output<typeof LossReport>) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock } = context
    const urn = await lockUrn(db, tag)
    if (!urn) throw new AppError('NOT_FOUND')
    const open = await findLossReport(db, tag)
    if (!open) throw new AppError('ALREADY_SETTLED')
    const { reportID, withdrawalAskedByID: first } = open.report
    if (!first || first === actor.userID) {
      await askToWithdrawLoss(db, tag, actor.userID, note)
      await record(context, 'urn.loss_withdrawal_asked', tag, { note })
      return { withdrawn: false, told: 0 }
    }
    if (await isRelatedPair(context, first, actor.userID))
      throw new AppError('URN_PAIR_RELATED', { why: open.withdrawalAskedBy ?? '' })
    await endLossReport(db, tag, clock())
    const told = await tellContacts(context, urn, (facts) => lossWithdrawnLetter({ ...facts, reportID }))
    await record(context, 'urn.loss_withdrawn', tag, { note, askedBy: first, told })
    return { withdrawn: true, told }
  })

/** Writes to each contact of the booking and returns how many there are. */
async function tellContacts(context: SignedInContext, urn: LockedUrn, letterTo: (facts: LossFacts) => Letter) {
  const { booking, nicheCode, beneficiary } = urn
  const facts = { bookingID: booking.bookingID, nicheCode, beneficiaryName: beneficiary.beneficiaryName }
  const contacts = await listContacts(context.db, urn)
  for (const contact of contacts) await enqueueLetter(context, letterTo({ ...facts, ...contact }))
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
    { to: applicant.email ?? '', name: applicant.fullName },
    (await findRelative(db, booking.bookingID)) ?? { to: '', name: '' },
    { to: entry?.holderEmail.toLowerCase() ?? '', name: entry?.holderName ?? '' },
  ].filter(({ to }) => to !== '')
  return known.filter(({ to }, index) => known.findIndex((other) => other.to === to) === index)
}
