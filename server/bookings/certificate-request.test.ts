import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import type { CertificateKind } from '#contract/bookings/certificate-request.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { birthCertFile, deathCertFile } from '#test/booking-forms.ts'
import { readApproval, readBooking } from '#test/booking-reads.ts'
import type { TestFile } from '#test/caller.ts'
import { makePdf } from '#test/certificate-files.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { remindOfCertificates } from './certificate-request.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const applicant = prepareCaller(testApp, 'user', 'each')

const reason = 'The lower half is blurred.'
const make = () => makeBooking(testApp.context, applicant.person)
const ask = (bookingID: string, kinds: CertificateKind[] = ['birth']) =>
  clerk.call(bookingApi.requestCertificate, { body: { bookingID, kinds, reason } })
const send = (bookingID: string, files: Record<string, TestFile> = { birthCertFile }, who = applicant) =>
  who.call(bookingApi.sendCertificates, { body: { bookingID }, files })
const queue = async (kind?: 'Current' | 'Certificate') =>
  (await clerk.call(bookingApi.pending, { query: { kind } })).body.map(({ bookingID }) => bookingID)

test('a booking that waits for a certificate stays in the list of all, leaves its kind, and returns to its old place there', async () => {
  const bookings: string[] = []
  for (let i = 0; i < 3; i++) {
    bookings.push((await make()).bookingID)
    testApp.advanceTime(60_000)
  }
  const middle = bookings[1] ?? ''
  const places = async (kind?: 'Current') => (await queue(kind)).filter((bookingID) => bookings.includes(bookingID))
  expect((await ask(middle)).status).toBe(200)
  expect(await places('Current')).toEqual([bookings[0], bookings[2]])
  expect(await places()).toEqual(bookings)
  expect(await queue('Certificate')).toContain(middle)
  expect((await send(middle)).status).toBe(200)
  expect(await places('Current')).toEqual(bookings)
  expect(await queue('Certificate')).not.toContain(middle)
})

test('the family sees what is asked and why, and the history has both events', async () => {
  const { bookingID } = await make()
  await ask(bookingID, ['birth', 'death'])
  expect(await readBooking(applicant, bookingID)).toMatchObject({
    bookingStatus: 'Pending',
    certificateAsked: true,
    certificateRequest: { kinds: ['birth', 'death'], reason },
  })
  const [letter] = await testApp.letters({ to: applicant.person.email })
  expect(letter?.text).toContain(reason)

  await send(bookingID, { birthCertFile, deathCertFile })
  const { history, certificateRequest } = await readApproval(clerk, bookingID)
  expect(certificateRequest).toBeNull()
  expect(history.slice(-2)).toMatchObject([{ event: 'requestCertificate', reason }, { event: 'sendCertificate' }])
})

test('the certificate that is sent replaces the old one, and one that was asked for is required', async () => {
  const { bookingID } = await make()
  await ask(bookingID, ['birth', 'death'])
  const before = await readApproval(clerk, bookingID)
  const better = { ...birthCertFile, content: makePdf('A better copy') }
  const incomplete = await send(bookingID, { birthCertFile: better })
  expect([incomplete.status, incomplete.refusal.errors]).toEqual([
    400,
    { deathCertFile: 'Please upload a certificate' },
  ])
  expect((await readApproval(clerk, bookingID)).birthCertSha256).toBe(before.birthCertSha256)
  expect((await send(bookingID, { birthCertFile: better, deathCertFile })).status).toBe(200)
  expect((await readApproval(clerk, bookingID)).birthCertSha256).not.toBe(before.birthCertSha256)
})

test('another person cannot answer a request, and a clerk must name a certificate and a reason', async () => {
  const { bookingID } = await make()
  await ask(bookingID)
  const stranger = await testApp.signIn('user')
  expect((await send(bookingID, { birthCertFile }, stranger)).status).toBe(404)
  const empty = await clerk.call(bookingApi.requestCertificate, { body: { bookingID, kinds: [], reason: ' ' } })
  expect([empty.status, empty.refusal.errors]).toEqual([
    400,
    { kinds: 'Please choose a certificate.', reason: 'Please say what is wrong with the certificate.' },
  ])
})

test('a family is reminded once after seven days, and not when it has answered', async () => {
  const [waiting, answered] = [await make(), await make()]
  await ask(waiting.bookingID)
  await ask(answered.bookingID)
  await send(answered.bookingID)
  const reminders = () => testApp.letters({ to: applicant.person.email, kind: 'certificate reminder' })
  testApp.advanceTime(6 * 24 * 3_600_000)
  await remindOfCertificates(testApp.context)
  expect(await reminders()).toHaveLength(0)
  testApp.advanceTime(2 * 24 * 3_600_000)
  await remindOfCertificates(testApp.context)
  await remindOfCertificates(testApp.context)
  expect((await reminders()).map(({ subject }) => subject)).toEqual([
    `We still need a certificate for booking ${waiting.bookingID}`,
  ])
})
