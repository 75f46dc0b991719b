import { deleteExpiredTokens } from '#server/accounts/link-tokens.ts'
import { removeUnfinishedRegistrations } from '#server/accounts/registration.ts'
import { tellOfAuditHead } from '#server/accounts/tell-admins.ts'
import { apologiseForUnanswered } from '#server/appointments/apologise-for-unanswered.ts'
import { cancelForEndedBookings } from '#server/appointments/cancel-for-ended-bookings.ts'
import { finishPlaced } from '#server/appointments/finish-placed.ts'
import { remindOfAppointments } from '#server/appointments/remind-of-appointments.ts'
import { logHead } from '#server/audit/read-head.ts'
import { rollUpReads } from '#server/audit/roll-up-reads.ts'
import { sealMissedEntries, sealNextEntries } from '#server/audit/sealer.ts'
import { remindOfCertificates } from '#server/bookings/certificate-request.ts'
import { deleteUnpaidCertificates } from '#server/bookings/delete-unpaid-certificates.ts'
import { settleMovedElsewhere } from '#server/bookings/settle-rights.ts'
import { checkStartedPayments } from '#server/checkout/check-started-payments.ts'
import { expireHolds } from '#server/checkout/expire-holds.ts'
import { type Context, createContext, type Services } from '#server/core/context.ts'
import { type PeriodicJob, repeat } from '#server/core/repeat.ts'
import { rollUpStats } from '#server/dashboard/roll-up-stats.ts'
import { writeRemembrances } from '#server/family/remembrance.ts'
import { deleteExpiredSharing } from '#server/family/sharing.ts'
import { openDueBlocks } from '#server/halls/opening-times.ts'
import { applyDuePriceChanges } from '#server/halls/price-changes.ts'
import { deleteExpired } from '#server/http/sessions.ts'
import { deleteOldLetters } from '#server/mail/delete-old-letters.ts'
import { startOutbox, warnOfLateLetters } from '#server/mail/outbox-worker.ts'
import type { MailTransport } from '#server/mail/transport.ts'
import { requestDueRefunds, retryRefunds, writeEarlierBills, writeMissingBills } from '#server/payments/public.ts'
import { closeUnusedAccounts } from '#server/privacy/close-unused-accounts.ts'
import { enterUrnsOfMarkedNiches } from '#server/registers/marked-urns.ts'
import { deleteOldDrafts } from '#server/registers/spreadsheet/drafts.ts'
import { endTerms } from '#server/rights/after-end.ts'
import { nameMissingHolders } from '#server/rights/holders.ts'
import { extendPaidElsewhere } from '#server/rights/public.ts'
import { writeAboutEnds } from '#server/rights/write-about-ends.ts'
import { tidyRequests } from '#server/second-person/requests.ts'
import { renewDemoDays } from '#server/seed/renew-demo-days.ts'
import { expireAttempts } from '#server/urns/attempts.ts'
import { isClockRight } from './readiness.ts'

interface Job extends Omit<PeriodicJob, 'work'> {
  work: (context: Context) => ReturnType<PeriodicJob['work']>
}

/** The periodic jobs. Each may run on several replicas at the same time. */
const jobs: Job[] = [
  { name: 'record what staff have read', seconds: 60, work: rollUpReads },
  { name: 'seal the audit log', seconds: 0.5, work: sealNextEntries },
  { name: 'seal entries of the audit log that were missed', seconds: 3600, work: sealMissedEntries },
  { name: 'log the head of the audit log', seconds: 60, work: logHead },
  { name: 'write the head of the audit log to admins', seconds: 3600, work: tellOfAuditHead },
  { name: 'expire holds', seconds: 1, work: expireHolds },
  { name: 'delete old drafts of imports', seconds: 3600, work: deleteOldDrafts },
  { name: 'enter urns of niches marked as Occupied', seconds: 3600, work: enterUrnsOfMarkedNiches },
  { name: 'expire confirmations of urn moves', seconds: 5, work: expireAttempts },
  { name: 'expire requests for a second person', seconds: 60, work: tidyRequests },
  { name: 'open blocks', seconds: 0.5, work: openDueBlocks },
  { name: 'apply price changes', seconds: 5, work: applyDuePriceChanges },
  { name: 'roll up statistics', seconds: 10, work: rollUpStats },
  { name: 'request refunds that are due', seconds: 5, work: requestDueRefunds },
  { name: 'check card payments of charges', seconds: 60, work: checkStartedPayments },
  { name: 'retry refunds', seconds: 60, work: retryRefunds },
  {
    name: 'write bills that a server of the version before did not',
    seconds: 60,
    work: writeMissingBills,
  },
  { name: 'write bills of earlier payments that have none', seconds: 24 * 3600, work: writeEarlierBills },
  { name: 'remind families of certificates', seconds: 3600, work: remindOfCertificates },
  { name: 'compare bookings that were moved elsewhere with their rights', seconds: 60, work: settleMovedElsewhere },
  { name: 'name the holders of rights that have none', seconds: 60, work: nameMissingHolders },
  { name: 'extend rights whose extension was paid elsewhere', seconds: 60, work: extendPaidElsewhere },
  { name: 'note which rights have ended', seconds: 60, work: endTerms },
  { name: 'write about rights that end soon', seconds: 3600, work: writeAboutEnds },
  { name: 'cancel appointments of bookings that have ended', seconds: 5, work: cancelForEndedBookings },
  { name: 'finish appointments whose urn was placed', seconds: 5, work: finishPlaced },
  { name: 'remind families of appointments', seconds: 600, work: remindOfAppointments },
  { name: 'remind families of anniversaries', seconds: 600, work: writeRemembrances },
  { name: 'write to families whose proposal nobody answered', seconds: 60, work: apologiseForUnanswered },
  { name: 'delete certificates of unpaid bookings', seconds: 3600, work: deleteUnpaidCertificates },
  { name: 'delete expired sessions and throttles', seconds: 3600, work: deleteExpired },
  { name: 'remove unfinished registrations', seconds: 3600, work: removeUnfinishedRegistrations },
  { name: 'delete expired links', seconds: 3600, work: deleteExpiredTokens },
  { name: 'delete expired sharing of families', seconds: 3600, work: deleteExpiredSharing },
  { name: 'renew the days of the demo', seconds: 60, work: renewDemoDays },
  { name: 'warn of late letters', seconds: 60, work: warnOfLateLetters },
  { name: 'delete old letters', seconds: 3600, work: deleteOldLetters },
  { name: 'close unused accounts', seconds: 3600, work: closeUnusedAccounts },
]

/** Runs every job once, without waiting for its interval. Sends no letters. */
export async function runAllJobsOnce(context: Context) {
  for (const job of jobs) await job.work(context)
}

/** While the clock of this machine is wrong none of them runs. Whether this server is ready is looked at without waiting for a caller of /readyz. */
export async function startBackgroundJobs(services: Services, transport: MailTransport) {
  const { database, readiness, log } = services
  const context = createContext(services)
  const mayRun = () => isClockRight(database)
  const outbox = await startOutbox(context, transport, mayRun)
  const running = jobs.map(({ work, ...job }) =>
    repeat(log, { ...job, work: async () => mayRun() && (await work(context)) === true }),
  )
  const look = async () => void (await readiness.isReady())
  const watching = repeat(log, { name: 'look whether this server is ready', seconds: 1, work: look })
  return {
    /** All at once, so that a slow job takes no time from the letters that are being sent. */
    stop: () => Promise.all([...running, outbox, watching].map((job) => job.stop())),
  }
}
