import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rightApi } from '#contract/rights/api.ts'
import { searchApi } from '#contract/search/api.ts'
import { beneficiaries, bookings, niches, payments, staffReads, throttles } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeNiche, makeUser, type Person } from '#test/factories.ts'
import { addHolder, makeRight } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')

let applicant: Person
/** A name of its own for each test. */
let surname: string
beforeEach(async () => {
  surname = randomSurname()
  applicant = await makeUser(testApp.context, { fullName: `Ravi s/o ${surname}` })
})

const randomSurname = () =>
  [...crypto.randomUUID()].map((letter) => 'abcdefghijklmnopq'[letter.charCodeAt(0) % 17]).join('')

async function search(query: string, caller = clerk) {
  const { status, body } = await caller.call(searchApi.all, { query: { query } })
  expect(status).toBe(200)
  return body
}
const peopleFound = async (query: string, caller = clerk) =>
  (await search(query, caller)).people.rows.map(({ userID }) => userID)
const bookingsFound = async (query: string) => (await search(query)).bookings.rows.map(({ bookingID }) => bookingID)

async function nameBeneficiary(bookingID: string, beneficiaryName: string) {
  const { db } = testApp.context
  const [booking] = await db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  await db
    .update(beneficiaries)
    .set({ beneficiaryName })
    .where(eq(beneficiaries.beneficiaryID, booking?.beneficiaryID ?? ''))
}

test('a person is found by the beginnings of the words of a name, in any order and case', async () => {
  expect(await peopleFound(surname)).toEqual([applicant.userID])
  expect(await peopleFound(`${surname.slice(0, 12).toUpperCase()} rav`)).toEqual([applicant.userID])
  expect(await peopleFound(`Ravi S/O ${surname}`)).toEqual([applicant.userID])
  expect(await peopleFound(`${surname} kumar`)).toEqual([])
  expect(await peopleFound(surname.slice(3))).toEqual([])
})

test('a person is found by the beginning of an email, and by a contact number in any format', async () => {
  expect(await peopleFound(applicant.email.toUpperCase())).toEqual([applicant.userID])
  expect(await peopleFound(applicant.email.slice(0, applicant.email.indexOf('@') + 1))).toEqual([applicant.userID])
  const { contactNumber } = applicant
  expect(await peopleFound(`+65 ${contactNumber.slice(0, 4)} ${contactNumber.slice(4)}`)).toEqual([applicant.userID])
})

test('an underscore in a text matches only an underscore', async () => {
  expect(await peopleFound(applicant.email.replace('-', '_'))).toEqual([])
})

test('bookings are found by their applicant and by their beneficiary', async () => {
  const own = await makeBooking(testApp.context, applicant)
  const other = await makeBooking(testApp.context, await makeUser(testApp.context))
  await nameBeneficiary(other.bookingID, `Mdm ${surname}`)
  expect((await bookingsFound(surname)).sort()).toEqual([own.bookingID, other.bookingID].sort())
  expect(await bookingsFound(applicant.contactNumber)).toEqual([own.bookingID])
})

test('a booking ID and a payment ID find the booking, also without their first letter; a payment ID also the payment', async () => {
  const { bookingID } = await makeBooking(testApp.context, applicant)
  const [payment] = await testApp.context.db.select().from(payments).where(eq(payments.bookingID, bookingID))
  const paymentID = payment?.paymentID ?? ''
  expect(await bookingsFound(` ${bookingID.toLowerCase()} `)).toEqual([bookingID])
  const { bookings: rows, payments: paid } = await search(paymentID)
  expect(rows.rows.map((row) => row.bookingID)).toEqual([bookingID])
  const { beneficiaryName } = rows.rows[0] ?? {}
  expect(paid.rows).toMatchObject([
    { paymentID, bookingID, paymentStatus: 'Paid', customerName: applicant.fullName, beneficiaryName },
  ])
  expect(await bookingsFound('B-0000000000')).toEqual([])
})

test('a niche code finds the niche and its bookings, in any case; its beginning finds all niches of the block', async () => {
  const { bookingID, nicheID } = await makeBooking(testApp.context, applicant)
  const [niche] = await testApp.context.db.select().from(niches).where(eq(niches.nicheID, nicheID))
  const code = niche?.nicheCode ?? ''
  const found = await search(code.toUpperCase())
  expect(found.niches.rows).toMatchObject([{ nicheID, nicheCode: code, levelNumber: 1, blockName: 'A' }])
  expect(found.bookings.rows.map((row) => row.bookingID)).toEqual([bookingID])
  expect((await search(code.replaceAll('-', '').toLowerCase())).niches.rows).toMatchObject([{ nicheID }])
  expect(await search(code.replace('-', '.').replaceAll('-', '/'))).toMatchObject({
    niches: { rows: [{ nicheID }] },
    bookings: { rows: [{ nicheID }] },
  })
  const free = await makeNiche(testApp.context)
  expect((await search(free.blockID)).niches.rows.map((row) => row.nicheID)).toEqual([free.nicheID])
})

test('staff find only applicants, admins find everyone', async () => {
  const colleague = await makeUser(testApp.context, { fullName: `Kavitha ${surname}`, role: 'staff' })
  expect(await peopleFound(surname)).toEqual([applicant.userID])
  expect(await peopleFound(surname, admin)).toEqual([colleague.userID, applicant.userID])
})

test('a group has at most eight rows, and says that there are more', async () => {
  for (let number = 0; number < 8; number++) await makeUser(testApp.context, { fullName: `Wong ${surname}` })
  const { people } = await search(surname)
  expect(people.rows).toHaveLength(8)
  expect(people.hasMore).toBe(true)
  expect((await search(`wong ${surname}`)).people.hasMore).toBe(false)
})

test('an unpaid booking whose time has run out is found as cancelled', async () => {
  const { bookingID } = await makeBooking(testApp.context, applicant, { payment: 'Pending' })
  expect((await search(bookingID)).bookings.rows[0]?.bookingStatus).toBe('Pending')
  await testApp.context.db
    .update(bookings)
    .set({ holdExpiresAt: testApp.context.clock() })
    .where(eq(bookings.bookingID, bookingID))
  expect((await search(bookingID)).bookings.rows[0]?.bookingStatus).toBe('Cancelled')
})

test('an NRIC is refused, even that of an applicant, and so is a single letter', async () => {
  for (const query of [applicant.nric, applicant.nric.toLowerCase(), 'a', '   ']) {
    const { status } = await clerk.call(searchApi.all, { query: { query } })
    expect(status, query).toBe(400)
  }
})

test('a search is audited with what it was by and whom it found, without the text', async () => {
  const lastEntry = async () => (await testApp.auditEntries()).at(-1)
  await search(surname)
  const actorID = clerk.person.userID
  expect(await lastEntry()).toMatchObject({
    action: 'lookup.search',
    actorID,
    subject: applicant.userID,
    details: { attr: 'name' },
  })
  const { bookingID } = await makeBooking(testApp.context, applicant)
  await search(bookingID)
  expect(await lastEntry()).toMatchObject({ subject: bookingID, details: { attr: 'id' } })
  await search(`${surname}x`)
  expect(await lastEntry()).toMatchObject({ subject: 'nobody', details: { attr: 'name' } })
})

test('searches from one address are limited', async () => {
  const remoteAddress = '203.0.113.5'
  const url = `${searchApi.all.path}?query=${surname}`
  const status = async () =>
    (await testApp.app.inject({ url, remoteAddress, headers: { cookie: clerk.cookie } })).statusCode
  expect(await status()).toBe(200)
  await testApp.context.db
    .update(throttles)
    .set({ count: 600 })
    .where(eq(throttles.key, `search-from:${remoteAddress}`))
  expect(await status()).toBe(429)
})

test('a right is found by its number, a further holder and a contact, by staff and admins, and each look is recorded', async () => {
  const { rightID, number } = await makeRight(testApp.context, applicant)
  const [follower, niece] = [randomSurname(), randomSurname()]
  await addHolder(testApp.context, rightID, `Lim ${follower}`)
  const contact = { kind: 'ashes' as const, name: `Goh ${niece}`, phone: '9123 4567', reason: 'She asked.' }
  await clerk.call(rightApi.saveContact, { body: { number, ...contact } })
  for (const text of [number, number.replace('-0', '').toLowerCase(), follower, niece])
    for (const caller of [clerk, admin])
      expect((await search(text, caller)).rights.rows).toEqual([
        expect.objectContaining({ number, holder: applicant.fullName, state: 'living' }),
      ])
  expect((await search(randomSurname())).rights.rows).toEqual([])
  const read = eq(staffReads.subject, number)
  const kinds = (await testApp.context.db.select().from(staffReads).where(read)).map(({ kind }) => kind)
  expect(kinds).toContain('quickFind')
})
