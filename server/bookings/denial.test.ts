import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import type { BookingState } from '#contract/bookings/transitions.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { outbox, payments } from '#server/database/schema.ts'
import { sendNextLetter } from '#server/mail/outbox-worker.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { requestDueRefunds } from '#server/payments/public.ts'
import { type MadeBooking, makeBooking } from '#test/booking-factory.ts'
import { bookUnpaid, deathCertFile, submit } from '#test/booking-forms.ts'
import { readApproval, readNicheStatus } from '#test/booking-reads.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const applicant = prepareCaller(testApp, 'user', 'each')

const reason = 'The certificate is of another person.'
const make = (state?: Partial<BookingState>) => makeBooking(testApp.context, applicant.person, state)
const deny = ({ bookingID }: Pick<MadeBooking, 'bookingID'>) =>
  clerk.call(bookingApi.deny, { body: { bookingID, to: applicant.person.email, reason } })
const undo = ({ bookingID }: Pick<MadeBooking, 'bookingID'>) =>
  clerk.call(bookingApi.undoDenial, { body: { bookingID } })
const letters = () => testApp.letters({ to: applicant.person.email })

/** Sends what leaves the house in these seconds. */
async function pass(seconds: number) {
  testApp.advanceTime(seconds * 1000)
  const transport = createMailTransport({ smtpUrl: undefined, mailFrom: 'care@columba.example' })
  await sendDueLetters(testApp.context, transport)
  await requestDueRefunds(testApp.context)
}
const isSent = async () =>
  (await testApp.context.db.select().from(outbox).where(eq(outbox.to, applicant.person.email))).map(
    ({ sentAt }) => sentAt !== null,
  )

async function readState({ bookingID, nicheID }: MadeBooking) {
  const { bookingStatus, paymentStatus, urnRequest, certificateRequest, waitingSince } = await readApproval(
    clerk,
    bookingID,
  )
  const niche = await readNicheStatus(clerk, nicheID)
  return { bookingStatus, paymentStatus, niche, urnRequest, certificateRequest, waitingSince }
}

test('a clerk learns whether the letter of a denial has left, and that there is none once the denial is taken back', async () => {
  const hasLeft = async ({ bookingID }: MadeBooking) =>
    (await clerk.call(bookingApi.denialLetter, { params: { bookingID } })).body.hasLeft
  const [sent, takenBack] = [await make(), await make()]
  expect(await hasLeft(sent)).toBeNull()
  for (const booking of [sent, takenBack]) await deny(booking)
  expect([await hasLeft(sent), await hasLeft(takenBack)]).toEqual([false, false])
  await undo(takenBack)
  await pass(31)
  expect([await hasLeft(sent), await hasLeft(takenBack)]).toEqual([true, null])
  expect((await clerk.call(bookingApi.denialLetter, { params: { bookingID: 'B-0000000000' } })).status).toBe(404)
})

test.each<[string, Partial<BookingState>]>([
  ['paid booking', {}],
  ['waived booking', { payment: 'Waived' }],
  ['urn request', { type: 'PreOrder', urn: true }],
  ['booking that waits for a certificate', { certificateAsked: true }],
])(
  'the denial of a %s can be taken back for 30 seconds: everything is as before, and no letter leaves',
  async (_, state) => {
    const booking = await make(state)
    const before = await readState(booking)
    expect((await deny(booking)).status).toBe(200)
    expect(await readState(booking)).not.toEqual(before)
    await pass(29)
    expect(await isSent()).toEqual([false])
    expect((await undo(booking)).status).toBe(200)
    expect(await readState(booking)).toEqual(before)
    await pass(60)
    expect(await letters()).toEqual([])
    expect((await undo(booking)).refusal.error).toContain(moveRefusals.DENIAL_STANDS)
    expect((await deny(booking)).status).toBe(200)
  },
)

test('the denial of an urn request that is sent again does not cancel the booking', async () => {
  const booking = await make({ type: 'PreOrder' })
  const body = { bookingID: booking.bookingID, dateOfDeath: '2026-02-01' }
  expect((await applicant.call(bookingApi.placeUrn, { body, files: { deathCertFile } })).status).toBe(200)
  expect((await deny(booking)).status).toBe(200)
  const after = await readState(booking)
  expect((await deny(booking)).refusal.error).toContain(moveRefusals.URN_REQUEST_JUST_DENIED)
  expect(await readState(booking)).toEqual(after)
  await pass(30)
  expect((await deny(booking)).status).toBe(200)
})

test('after 30 seconds the letter and the refund leave, and the denial stands', async () => {
  const { bookingID, paymentID } = await bookUnpaid(testApp.context, applicant)
  const { clientSecret } = (await applicant.call(paymentApi.createIntent, { body: { bookingID } })).body
  const card = { clientSecret, number: '4242 4242 4242 4242', expiry: '12/39', cvc: '123' }
  await applicant.call(paymentApi.sandboxConfirm, { body: card })
  await applicant.call(paymentApi.update, { body: { bookingID } })
  await pass(0)
  await deny({ bookingID })
  const readPayment = async () => (await clerk.call(paymentApi.byID, { query: { paymentID } })).body.paymentStatus
  await pass(29)
  expect([await readPayment(), await isSent()]).toEqual(['Refunding', [true, false]])
  await pass(1)
  expect([await readPayment(), (await isSent()).slice(0, 2)]).toEqual(['Refunded', [true, true]])
  expect((await undo({ bookingID })).refusal.error).toContain(moveRefusals.DENIAL_STANDS)
})

test('a letter that a worker has begun to send is not taken back, and nothing changes', async () => {
  const booking = await make()
  await deny(booking)
  const { db } = testApp.context
  await db
    .update(outbox)
    .set({ dueAt: new Date(0) })
    .where(eq(outbox.to, applicant.person.email))
  await sendNextLetter(testApp.context, createMailTransport({ smtpUrl: undefined, mailFrom: 'care@columba.example' }))
  expect((await undo(booking)).refusal.error).toContain(moveRefusals.DENIAL_STANDS)
  expect((await readState(booking)).bookingStatus).toBe('Cancelled')
})

test('a denial is not taken back once the counter has paid the refund out', async () => {
  const { bookingID, paymentID } = await bookUnpaid(testApp.context, applicant)
  await clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
  await deny({ bookingID })
  await clerk.call(paymentApi.settleRefund, { body: { paymentID } })
  expect((await undo({ bookingID })).refusal.error).toContain(moveRefusals.DENIAL_STANDS)
  const [row] = await testApp.context.db.select().from(payments).where(eq(payments.paymentID, paymentID))
  expect(row).toMatchObject({ paymentStatus: 'Refunded', refundDueAt: null })
})

test('a denial is not taken back once another family has the niche', async () => {
  const booking = await make()
  await deny(booking)
  expect((await submit(await testApp.signIn('user'), booking.nicheID)).status).toBe(200)
  expect((await undo(booking)).refusal.error).toContain(moveRefusals.NICHE_TAKEN_SINCE_DENIAL)
})

test('the denial of an unpaid booking is sent at once and cannot be taken back', async () => {
  const { bookingID } = await bookUnpaid(testApp.context, applicant)
  await deny({ bookingID })
  await pass(0)
  expect(await isSent()).toEqual([true])
  expect((await undo({ bookingID })).status).toBe(409)
})

test.each<[string, Partial<BookingState>]>([
  ['paid booking', {}],
  ['urn request', { type: 'PreOrder', urn: true }],
])(
  'the letter that is shown before the denial of a %s is the letter that is sent, and showing it changes nothing',
  async (_, state) => {
    const booking = await make(state)
    const before = await readState(booking)
    const { body } = await clerk.call(bookingApi.previewDenial, { body: { bookingID: booking.bookingID, reason } })
    expect([await readState(booking), await letters()]).toEqual([before, []])
    await deny(booking)
    const [{ subject, text } = { subject: '', text: '' }] = await letters()
    expect(body).toEqual({ to: applicant.person.email, subject, text })
    expect(text).toContain(`Our staff wrote: ${reason}`)
    const again = { bookingID: booking.bookingID, reason }
    expect((await clerk.call(bookingApi.previewDenial, { body: again })).status).toBe(409)
  },
)
