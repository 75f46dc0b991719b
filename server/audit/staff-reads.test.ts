import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { appointmentApi } from '#contract/appointments/api.ts'
import { auditApi } from '#contract/audit/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { privacyApi } from '#contract/privacy/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { searchApi } from '#contract/search/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { auditLog, bookings, staffReads } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { makeUrn } from '#test/urn-factory.ts'
import { recordFurtherReads } from './record-reads.ts'
import { rollUpReads } from './roll-up-reads.ts'

const testApp = prepareTestApp()
const family = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')

const readsOf = async (query: { reader?: string; subject?: string }) =>
  (await admin.call(auditApi.reads, { query })).body.reads.map(({ kind, subject, about, times }) => ({
    kind,
    subject,
    about,
    times,
  }))

test('what a clerk reads about people is listed for admins by hour, with names; what a family reads is not', async () => {
  const { bookingID } = await makeBooking(testApp.context, family.person)
  const person = { beneficiaryName: 'Lim Bee Lan' }
  const { tag, nicheID, nicheCode } = await makeUrn(testApp.context, clerk, { person })
  await testApp.context.db.delete(staffReads)
  const { userID } = family.person
  await family.call(bookingApi.byID, { query: { bookingID } })
  await clerk.call(bookingApi.approval, { params: { bookingID } })
  await clerk.call(bookingApi.approval, { params: { bookingID: bookingID.toLowerCase() } })
  await clerk.call(bookingApi.approval, { params: { bookingID: 'B-0000000000' } })
  await clerk.call(accountApi.byID, { query: { userID } })
  await clerk.call(accountApi.byID, { query: { userID: clerk.person.userID } })
  await clerk.call(urnApi.detail, { params: { tag } })
  await clerk.call(urnApi.ofBooking, { params: { bookingID } })
  await clerk.call(bookingApi.inNiche, { query: { nicheID } })
  await clerk.call(urnApi.list, { query: {} })
  await clerk.call(bookingApi.pending, { query: {} })
  const reads = await readsOf({ reader: clerk.person.userID })
  expect(reads).toHaveLength(8)
  expect(reads).toEqual(
    expect.arrayContaining([
      { kind: 'booking', subject: bookingID, about: 'Tan Ah Kow', times: 2 },
      { kind: 'account', subject: userID, about: family.person.fullName, times: 1 },
      { kind: 'nric', subject: userID, about: family.person.fullName, times: 1 },
      { kind: 'urn', subject: tag, about: 'Lim Bee Lan', times: 1 },
      { kind: 'urn', subject: bookingID, about: 'Tan Ah Kow', times: 1 },
      { kind: 'niche', subject: nicheID, about: nicheCode, times: 1 },
      { kind: 'urn', subject: '', about: '', times: 1 },
      { kind: 'queue', subject: '', about: '', times: 1 },
    ]),
  )
  expect(await readsOf({ subject: bookingID })).toHaveLength(2)
})

test('a call that names no subject adds no row about nobody', async () => {
  const { bookingID } = await makeBooking(testApp.context, family.person)
  await testApp.context.db.delete(staffReads)
  for (const query of [{ bookingID }, {}]) expect((await clerk.call(claimApi.openMatters, { query })).status).toBe(200)
  expect(await readsOf({ reader: clerk.person.userID })).toEqual([])
})

test('a query beside a body does not change whom a reading is recorded about', async () => {
  const { bookingID } = await makeBooking(testApp.context, family.person)
  await testApp.context.db.delete(staffReads)
  const body = { bookingID, reason: 'A page is missing.' }
  for (const query of [{ bookingID: '' }, { bookingID: 'B-0000000000' }])
    expect((await clerk.call(bookingApi.previewDenial, { body, query } as never)).status).toBe(200)
  expect(await readsOf({ reader: clerk.person.userID })).toMatchObject([{ subject: bookingID, times: 2 }])
})

test('the days of placements, refunds, and the letter of a denial name families, too', async () => {
  const { bookingID } = await makeBooking(testApp.context, family.person)
  await testApp.context.db.delete(staffReads)
  await clerk.call(appointmentApi.forBooking, { params: { bookingID } })
  await clerk.call(bookingApi.previewDenial, {
    body: { bookingID: bookingID.toLowerCase(), reason: 'A page is missing.' },
  })
  await clerk.call(appointmentApi.day, { query: { day: '2026-11-23' } })
  await clerk.call(appointmentApi.tasks)
  await clerk.call(paymentApi.refunds, { query: {} })
  await clerk.call(privacyApi.closingRequests, { query: {} })
  const reads = await readsOf({ reader: clerk.person.userID })
  expect(reads.map(({ kind, subject, times }) => `${kind} ${subject} ${times}`).sort()).toEqual([
    `booking ${bookingID} 2`,
    'closings  1',
    'placements  2',
    'refunds  1',
  ])
})

test('the dates of people with the same name are recorded as read about each of them, at the wall and when a booking is approved', async () => {
  const { context } = testApp
  const person = { beneficiaryName: 'Quek Mei Ling' }
  const [urn, namesake] = [await makeUrn(context, clerk, { person }), await makeUrn(context, clerk, { person })]
  const [booking] = await context.db.select().from(bookings).where(eq(bookings.bookingID, namesake.bookingID))
  const subject = booking?.beneficiaryID ?? ''
  await context.db.delete(staffReads)
  const { tag, nicheCode, bookingID } = urn
  const body = {
    requestID: randomUUID(),
    event: 'place',
    tag: `https://columba.example/urns/${tag}`,
    nicheCode,
  } as const
  expect((await clerk.call(urnApi.check, { body })).body.namesakes).toHaveLength(1)
  const about = person.beneficiaryName
  expect(await readsOf({ subject: tag })).toEqual([{ kind: 'urn', subject: tag, about, times: 1 }])
  expect(await readsOf({ subject })).toEqual([{ kind: 'beneficiary', subject, about, times: 1 }])
  await clerk.call(bookingApi.approval, { params: { bookingID } })
  expect(await readsOf({ subject })).toEqual([{ kind: 'beneficiary', subject, about, times: 2 }])
})

test('quick find and look-ups of accounts list whom they have found, and exports are listed', async () => {
  const { context } = testApp
  const { bookingID } = await makeBooking(context, family.person)
  const { tag } = await makeUrn(context, clerk)
  await context.db.delete(staffReads)
  const { userID, email } = family.person
  await clerk.call(searchApi.all, { query: { query: bookingID } })
  await clerk.call(searchApi.all, { query: { query: email } })
  await clerk.call(searchApi.all, { query: { query: tag } })
  await clerk.call(searchApi.all, { query: { query: 'nobody of this name' } })
  await clerk.call(accountApi.findExisting, { query: { attr: 'email', value: email } })
  await clerk.call(urnApi.csv, { query: {} })
  const reads = (await readsOf({ reader: clerk.person.userID })).map(({ kind, subject }) => `${kind} ${subject}`)
  expect(reads).toEqual(
    expect.arrayContaining([
      `quickFind ${bookingID}`,
      `quickFind ${userID}`,
      `quickFind ${tag}`,
      `lookUp ${userID}`,
      'export ',
    ]),
  )
})

test('a page of readings ends with all that one look-up has shown, so that none is left out between two pages', async () => {
  const { context } = testApp
  const bookingIDs = await Promise.all(
    Array.from({ length: 4 }, async () => (await makeBooking(context, family.person)).bookingID),
  )
  await context.db.delete(staffReads)
  const actor = { ...clerk.person, name: clerk.person.fullName, stage: 'full' } as never
  const record = async (subjects: string[]) => {
    testApp.advanceTime(1000)
    await recordFurtherReads({ ...context, actor }, 'quickFind', subjects)
  }
  await record(bookingIDs)
  await record(Array.from({ length: 48 }, (_, index) => `B-${index}`))
  const first = (await admin.call(auditApi.reads, { query: {} })).body
  expect(first.reads).toHaveLength(52)
  expect(first.next).toBeNull()
  await record(['B-LATER'])
  await record(['B-LATEST'])
  const second = (await admin.call(auditApi.reads, { query: {} })).body
  expect(second.reads).toHaveLength(50)
  const rest = (await admin.call(auditApi.reads, { query: { before: second.next ?? '' } })).body
  expect(rest.reads.map(({ subject }) => subject).sort()).toEqual(bookingIDs.sort())
})

test('once an hour is over, the audit log has one entry for each person and kind, and only one', async () => {
  const { context } = testApp
  const entries = () =>
    context.db.select({ details: auditLog.details }).from(auditLog).where(eq(auditLog.action, 'people.read'))
  testApp.advanceTime(3_600_000)
  await rollUpReads(context)
  const before = (await entries()).length
  const bookings = [await makeBooking(context, family.person), await makeBooking(context, family.person)]
  for (const { bookingID } of bookings) await clerk.call(bookingApi.approval, { params: { bookingID } })
  await rollUpReads(context)
  expect(await entries()).toHaveLength(before)
  testApp.advanceTime(3_600_000)
  await Promise.all([rollUpReads(context), rollUpReads(context)])
  const added = (await entries()).slice(before)
  expect(added).toMatchObject([
    { details: { kind: 'beneficiary' } },
    { details: { kind: 'booking', times: 2, about: 2 } },
  ])
})

test('details are deleted after two years, and the entries of the audit log stay', async () => {
  await clerk.call(bookingApi.pending, { query: {} })
  testApp.advanceTime(731 * 24 * 3_600_000)
  await rollUpReads(testApp.context)
  expect(await testApp.context.db.$count(staffReads)).toBe(0)
  expect(await testApp.context.db.$count(auditLog, eq(auditLog.action, 'people.read'))).toBeGreaterThan(0)
})
