import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { createContext } from '#server/core/context.ts'
import { auditLog, bookings, certificateChunks, certificates } from '#server/database/schema.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { readApproval } from '#test/booking-reads.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'

const day = 24 * 3_600_000

const testApp = prepareTestApp()
let applicant: SignedInCaller
let clerk: SignedInCaller
beforeEach(() => signIn())

/** Sessions end while a test lets days pass. */
async function signIn() {
  applicant = await testApp.signIn('user')
  clerk = await testApp.signIn('staff')
}

async function afterDays(days: number) {
  testApp.advanceTime(days * day)
  await runAllJobsOnce(testApp.context)
  clerk = await testApp.signIn('staff')
}

const countCertificates = async (bookingID: string) => {
  const rows = await testApp.context.db
    .select({ chunk: certificateChunks.position })
    .from(certificates)
    .innerJoin(bookings, eq(bookings.beneficiaryID, certificates.beneficiaryID))
    .innerJoin(certificateChunks, eq(certificateChunks.certificateID, certificates.certificateID))
    .where(eq(bookings.bookingID, bookingID))
  return rows.length
}

const deletions = (bookingID: string) =>
  testApp.context.db
    .select({ actorName: auditLog.actorName, details: auditLog.details })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'certificate.deleted'), eq(auditLog.subject, bookingID)))

test('the certificates of a booking that expired unpaid are deleted after 30 days, once and with an audit entry', async () => {
  const { bookingID } = await bookUnpaid(testApp.context, applicant)
  testApp.advanceTime(30 * 60_000)
  await runAllJobsOnce(testApp.context)
  await afterDays(29.9)
  expect(await countCertificates(bookingID)).toBe(2)
  await afterDays(0.2)
  expect(await countCertificates(bookingID)).toBe(0)
  await runAllJobsOnce(testApp.context)
  expect(await deletions(bookingID)).toEqual([{ actorName: 'Columba', details: { kinds: ['birth', 'death'] } }])
  expect(await readApproval(clerk, bookingID)).toMatchObject({ birthCertBase64: null, deathCertBase64: null })
})

test('the certificates of bookings that were cancelled or denied unpaid are deleted after 30 days', async () => {
  const cancelled = await bookUnpaid(testApp.context, applicant)
  await applicant.call(bookingApi.cancel, { body: cancelled })
  const denied = await bookUnpaid(testApp.context, applicant, 'PreOrder')
  const body = { to: applicant.person.email, reason: 'Not readable', bookingID: denied.bookingID }
  expect((await clerk.call(bookingApi.deny, { body })).status).toBe(200)
  await afterDays(30.1)
  expect(await countCertificates(cancelled.bookingID)).toBe(0)
  expect(await countCertificates(denied.bookingID)).toBe(0)
})

test('the certificates of bookings that were paid are kept, also after a refund', async () => {
  const approved = await bookUnpaid(testApp.context, applicant)
  const refunded = await bookUnpaid(testApp.context, applicant)
  const waived = await bookUnpaid(testApp.context, applicant)
  const settle = (bookingID: string, paymentMethod: 'Cash' | 'Waived') =>
    clerk.call(paymentApi.update, { body: { bookingID, paymentMethod, note: 'A test', confirmedAmount: true } })
  await settle(approved.bookingID, 'Cash')
  await settle(refunded.bookingID, 'Cash')
  await settle(waived.bookingID, 'Waived')
  await clerk.call(bookingApi.approve, { body: approved })
  for (const { bookingID } of [refunded, waived]) {
    const body = { to: applicant.person.email, reason: 'Not readable', bookingID }
    expect((await clerk.call(bookingApi.deny, { body })).status).toBe(200)
  }
  await afterDays(31)
  for (const { bookingID } of [approved, refunded, waived]) expect(await countCertificates(bookingID)).toBe(2)
})

test('two replicas that delete at the same time write one audit entry for each booking', async () => {
  const { bookingID } = await bookUnpaid(testApp.context, applicant)
  await applicant.call(bookingApi.cancel, { body: { bookingID } })
  testApp.advanceTime(31 * day)
  await Promise.all([1, 2, 3].map(() => runAllJobsOnce(createContext(testApp.services))))
  expect(await countCertificates(bookingID)).toBe(0)
  expect(await deletions(bookingID)).toHaveLength(1)
})
