import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import type { BookingState } from '#contract/bookings/transitions.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { auditLog, outbox } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { birthCertFile, deathCertFile } from '#test/booking-forms.ts'
import { readApproval, readNicheStatus } from '#test/booking-reads.ts'
import { findBroken } from '#test/find-violations.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')
const applicant = prepareCaller(testApp, 'user', 'each')

const reason = 'The certificate cannot be read.'
const make = (state: Partial<BookingState> = {}) => makeBooking(testApp.context, applicant.person, state)

test('an approval whose letter is gone is found by the check of the whole house', async () => {
  const { bookingID } = await make()
  await clerk.call(bookingApi.approve, { body: { bookingID } })
  const { db } = testApp.context
  const withoutLetter = async () => JSON.stringify(await findBroken(db, 'a decision has no letter'))
  expect(await withoutLetter()).not.toContain(bookingID)
  await db.delete(outbox).where(eq(outbox.kind, 'approved'))
  expect(await withoutLetter()).toContain(bookingID)
})

describe('denials', () => {
  test('a denial is mailed with its reason to the applicant, and refused for any other address', async () => {
    const { bookingID } = await make()
    const stranger = await clerk.call(bookingApi.deny, { body: { to: 'other@test.example', reason, bookingID } })
    expect([stranger.status, stranger.refusal.code]).toEqual([400, 'NOT_THEIR_ADDRESS'])
    expect(await testApp.letters({ to: 'other@test.example' })).toEqual([])
    const denied = await clerk.call(bookingApi.deny, {
      body: { to: applicant.person.email.toUpperCase(), reason, bookingID },
    })
    expect(denied.status).toBe(200)
    const [letter] = await testApp.letters({ to: applicant.person.email })
    expect(letter?.text).toContain(reason)
    expect(letter?.text).toMatch(/^Dear Tan Mei Ling,/)
  })

  test('a denial without a booking ID ends the only pending booking, and is refused if there are two', async () => {
    const first = await make()
    const second = await make()
    const body = { to: applicant.person.email, reason }
    expect((await clerk.call(bookingApi.deny, { body })).refusal.code).toBe('BOOKING_AMBIGUOUS')
    await clerk.call(bookingApi.deny, { body: { ...body, bookingID: first.bookingID } })
    expect((await clerk.call(bookingApi.deny, { body })).status).toBe(200)
    expect((await readApproval(clerk, second.bookingID)).bookingStatus).toBe('Cancelled')
  })

  test('a repeated denial without a booking ID is refused with who denied it, and changes nothing', async () => {
    const body = { to: applicant.person.email, reason }
    expect((await clerk.call(bookingApi.deny, { body })).status).toBe(404)
    await make({ status: 'Confirmed' })
    const { bookingID } = await make()
    expect((await clerk.call(bookingApi.deny, { body })).status).toBe(200)
    const before = await readApproval(clerk, bookingID)
    const again = await clerk.call(bookingApi.deny, { body })
    expect([again.status, again.refusal.error]).toEqual([
      409,
      expect.stringMatching(/^This booking has been cancelled\. It was denied by Tan Mei Ling, /),
    ])
    expect(again.body).toEqual((await clerk.call(bookingApi.deny, { body: { ...body, bookingID } })).body)
    expect(await readApproval(clerk, bookingID)).toEqual(before)
    expect(await testApp.letters({ to: applicant.person.email })).toHaveLength(1)
  })

  test('a denial without a reason is refused', async () => {
    const { refusal } = await clerk.call(bookingApi.deny, { body: { to: applicant.person.email, reason: '  ' } })
    expect(refusal.errors).toEqual({ reason: 'Please provide a reason for denial.' })
  })
})

test('approving or confirming an unpaid booking is refused with the specified sentence', async () => {
  const { bookingID } = await make({ payment: 'Pending' })
  for (const call of [bookingApi.approve, bookingApi.confirm]) {
    const { status, refusal } = await clerk.call(call, { body: { bookingID } })
    expect([status, refusal.error, refusal.success]).toEqual([409, 'This booking has not been paid yet.', false])
  }
})

describe('urn requests', () => {
  const ask = (bookingID: string, who = applicant) =>
    who.call(bookingApi.placeUrn, {
      body: { bookingID, dateOfDeath: '2026-02-01', inscription: 'Loved' },
      files: { deathCertFile },
    })

  test('approving an urn request moves its details to the beneficiary, and reopening moves them back', async () => {
    const { bookingID, nicheID } = await make({ status: 'Confirmed', type: 'PreOrder' })
    expect((await ask(bookingID)).status).toBe(200)
    expect(await readNicheStatus(clerk, nicheID)).toBe('Pending')
    expect(await readApproval(clerk, bookingID)).toMatchObject({
      bookingStatus: 'Pending',
      dateOfDeath: null,
      urnRequest: { dateOfDeath: '2026-02-01', inscription: 'Loved' },
      deathCertMime: 'image/png',
    })
    await clerk.call(bookingApi.approve, { body: { bookingID } })
    const approved = { bookingType: 'Current', dateOfDeath: '2026-02-01', inscription: 'Loved', urnRequest: null }
    expect(await readApproval(clerk, bookingID)).toMatchObject({ ...approved, deathCertMime: 'image/png' })
    await clerk.call(bookingApi.reopen, { body: { bookingID, reason } })
    expect(await readApproval(clerk, bookingID)).toMatchObject({
      bookingType: 'PreOrder',
      dateOfDeath: null,
      urnRequest: { dateOfDeath: '2026-02-01' },
      deathCertMime: 'image/png',
    })
    await clerk.call(bookingApi.deny, { body: { to: applicant.person.email, reason, bookingID } })
    expect(await readApproval(clerk, bookingID)).toMatchObject({
      bookingStatus: 'Confirmed',
      paymentStatus: 'Paid',
      urnRequest: null,
    })
    expect(await readNicheStatus(clerk, nicheID)).toBe('Reserved')
    const kinds = (await testApp.letters({ to: applicant.person.email })).map(({ kind }) => kind)
    expect(kinds).toEqual(['urn request received', 'urn placement approved', 'reopened', 'urn placement denied'])
  })

  test("an urn request is refused for another's booking, a death before the birth, or without a certificate", async () => {
    const { bookingID } = await make({ status: 'Confirmed', type: 'PreOrder' })
    expect((await ask(bookingID, await testApp.signIn('user'))).status).toBe(404)
    const body = { bookingID, dateOfDeath: '1939-01-01' }
    const early = await applicant.call(bookingApi.placeUrn, { body, files: { deathCertFile } })
    expect(early.refusal.errors).toEqual({ dateOfDeath: 'Date of Death cannot be before Date of Birth' })
    const bare = await applicant.call(bookingApi.placeUrn, { body: { bookingID } })
    expect(bare.refusal.errors).toEqual({
      dateOfDeath: 'Date of death is required',
      deathCertFile: 'Please upload a certificate',
    })
    expect((await readApproval(clerk, bookingID)).bookingStatus).toBe('Confirmed')
  })
})

test('archiving a booking keeps a niche status that an admin has overridden', async () => {
  const { bookingID, nicheID } = await make({ status: 'Confirmed' })
  await admin.call(nicheApi.override, { body: { nicheID, newStatus: 'Blocked', reason } })
  expect((await clerk.call(bookingApi.archive, { body: { bookingID } })).status).toBe(200)
  expect(await readNicheStatus(clerk, nicheID)).toBe('Blocked')
})

test('reopening an archived booking is refused if its niche has been taken', async () => {
  const { bookingID } = await make({ status: 'Confirmed', type: 'Archived', nicheFree: false })
  const { status, refusal } = await clerk.call(bookingApi.reopen, { body: { bookingID, reason } })
  expect([status, refusal.error]).toEqual([
    409,
    expect.stringMatching(/^The niche of this archived booking is not free any more\./),
  ])
})

test('a reopening sent twice undoes one decision, and the second is refused as changed', async () => {
  const { bookingID } = await make({ status: 'Confirmed', type: 'Archived' })
  const reopen = () => clerk.call(bookingApi.reopen, { body: { bookingID, reason, bookingType: 'Archived' } })
  expect((await reopen()).status).toBe(200)
  const { status, refusal } = await reopen()
  expect([status, refusal.error]).toEqual([
    409,
    expect.stringMatching(/^This booking has changed since you looked at it\. It was reopened by Tan Mei Ling, /),
  ])
  expect(await readApproval(clerk, bookingID)).toMatchObject({ bookingStatus: 'Confirmed', bookingType: 'Current' })
})

test('opening an approval returns the whole certificate and is audited', async () => {
  const { bookingID } = await make()
  const { birthCertBase64, birthCertMime, history } = await readApproval(clerk, bookingID)
  expect(Buffer.from(birthCertBase64 ?? '', 'base64').equals(Buffer.from(birthCertFile.content))).toBe(true)
  expect(birthCertMime).toBe('application/pdf')
  expect(history.map(({ event }) => event)).toEqual(['submit'])
  const entries = await testApp.context.db.select().from(auditLog).where(eq(auditLog.subject, bookingID))
  expect(entries).toMatchObject([{ action: 'certificate.viewed', actorID: clerk.person.userID }])
})

test("an applicant cannot read another applicant's bookings or beneficiary", async () => {
  const { bookingID } = await make()
  const [own] = (await applicant.call(bookingApi.ofUser, { query: { userID: applicant.person.userID } })).body
  expect(own?.bookingID).toBe(bookingID)
  const other = await testApp.signIn('user')
  expect((await other.call(bookingApi.ofUser, { query: { userID: applicant.person.userID } })).body).toEqual([])
  expect((await other.call(bookingApi.byID, { query: { bookingID } })).body).toEqual([])
  const beneficiary = { query: { beneficiaryID: own?.beneficiaryID ?? '' } }
  expect((await other.call(bookingApi.beneficiary, beneficiary)).status).toBe(404)
  expect((await applicant.call(bookingApi.beneficiary, beneficiary)).body.beneficiaryName).toBe('Tan Ah Kow')
})
