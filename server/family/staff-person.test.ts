import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appointmentApi } from '#contract/appointments/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { chargeApi } from '#contract/charges/api.ts'
import { addDays, toDay } from '#contract/dates.ts'
import { familyApi } from '#contract/family/api.ts'
import { staffPersonApi } from '#contract/family/staff-person-api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { auditLog, bookings, niches, staffReads } from '#server/database/schema.ts'
import { makeApproved } from '#test/appointment-factory.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { makeImportedBooking } from '#test/imported-booking.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { rightPapers } from '#test/urn-factory.ts'

const testApp = prepareTestApp()
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')

const read = (bookingID: string, who = clerk) => who.call(staffPersonApi.person, { params: { bookingID } })

test('a clerk and an admin read the person of a booking with applicant, papers, urn, day and what happened', async () => {
  const owner = await makeUser(testApp.context)
  const { bookingID } = await makeApproved(testApp.context, owner)
  const papers = await rightPapers(testApp.context, bookingID)
  const size = { widthMm: '', heightMm: '', cremationNumber: '' }
  await clerk.call(urnApi.receive, { body: { requestID: randomUUID(), bookingID, ...size, ...papers } })
  const day = addDays(toDay(testApp.time.now), 10)
  await clerk.call(appointmentApi.choose, { body: { bookingID, day, time: '10:00' } })

  const { status, body } = await read(bookingID.toLowerCase())
  expect(status).toBe(200)
  expect(body).toMatchObject({
    booking: { bookingID, bookingStatus: 'Confirmed', beneficiaryName: 'Tan Ah Kow' },
    applicant: { name: owner.fullName, email: owner.email, contactNumber: owner.contactNumber, language: null },
    register: null,
    papers: ['birth'],
    urn: { place: 'counter' },
    appointment: { status: 'confirmed' },
    sharing: { link: null, relative: null },
    others: [],
    chargesDue: null,
  })
  expect(body.history.booking.map(({ event }) => event)).toEqual(['submit', 'approve'])
  expect(body.history.urn).toMatchObject([{ event: 'receive', by: clerk.person.fullName }])
  expect(body.history.appointments).toMatchObject([{ event: 'choose', by: clerk.person.fullName }])
  expect((await read(bookingID, admin)).body).toEqual(body)
})

test('staff read what is due for charges, and who added, paid and waived them', async () => {
  const owner = await makeUser(testApp.context)
  const { bookingID } = await makeApproved(testApp.context, owner)
  const [plaque, flowers] = [randomUUID(), randomUUID()]
  for (const [chargeID, text, amount] of [
    [plaque, 'Plaque', '80.00'],
    [flowers, 'Flowers', '20.00'],
  ] as const)
    await clerk.call(chargeApi.addFree, {
      body: { chargeID, bookingID, text, amount, taxCategory: 'standard', reason: 'Asked for at the counter' },
    })
  expect((await read(bookingID)).body.chargesDue).toBe('100.00')
  await clerk.call(chargeApi.waive, { body: { chargeID: flowers, reason: 'Our mistake' } })
  expect((await read(bookingID)).body.chargesDue).toBe('80.00')
  await clerk.call(chargeApi.record, {
    body: { bookingID, chargeIDs: [plaque], paymentMethod: 'Cash', amount: '80.00' },
  })
  const { chargesDue, history } = (await read(bookingID)).body
  const by = clerk.person.fullName
  expect(chargesDue).toBeNull()
  expect(history.charges).toMatchObject([
    { event: 'add', text: 'Plaque', amount: '80.00', by },
    { event: 'add', text: 'Flowers', amount: '20.00', by },
    { event: 'waive', text: 'Flowers', reason: 'Our mistake', by },
  ])
  expect(history.money).toMatchObject([{ kind: 'paid', amount: '80.00', method: 'Cash', by }])
})

test('reading a person opens no certificate and shows no full NRIC, and is recorded with the others in the niche', async () => {
  const { db } = testApp.context
  const owner = await makeUser(testApp.context)
  const [first, second] = [
    await makeBooking(testApp.context, owner, { status: 'Confirmed' }),
    await makeBooking(testApp.context, owner, { status: 'Confirmed' }),
  ]
  await db.update(niches).set({ capacity: 2 }).where(eq(niches.nicheID, first.nicheID))
  await db
    .update(bookings)
    .set({ nicheID: first.nicheID, placeNumber: 2, besideBookingID: first.bookingID })
    .where(eq(bookings.bookingID, second.bookingID))
  await db.delete(staffReads)
  const { body } = await read(first.bookingID)
  expect(body.others.map(({ bookingID }) => bookingID)).toEqual([second.bookingID])
  const text = JSON.stringify(body)
  expect(text).not.toContain(owner.nric)
  expect(text).not.toContain('S0123456A')
  const reads = await db.select().from(staffReads)
  expect(reads.map(({ kind, subject }) => `${kind} ${subject}`).sort()).toEqual(
    [first, second].map(({ bookingID }) => `booking ${bookingID}`).sort(),
  )
  const viewed = await db.select().from(auditLog).where(eq(auditLog.action, 'certificate.viewed'))
  expect(viewed).toEqual([])
})

test('families and witnesses read no person of staff, and a booking that does not exist is not found', async () => {
  const owner = await testApp.signIn(await makeUser(testApp.context))
  const { bookingID } = await makeBooking(testApp.context, owner.person)
  expect((await read(bookingID, owner)).status).toBe(403)
  expect((await read(bookingID, await testApp.signIn('witness'))).status).toBe(403)
  expect((await read('B-0000000000')).status).toBe(404)
})

test('staff see with whom the holder shares the page, but not an invitation of an earlier holder', async () => {
  const holder = await testApp.signIn(await makeUser(testApp.context))
  const { bookingID } = await makeApproved(testApp.context, holder.person)
  const email = `sister-${bookingID.toLowerCase()}@test.example`
  await holder.call(familyApi.makeLink, { body: { bookingID } })
  await holder.call(familyApi.invite, { body: { bookingID, email } })
  const { sharing } = (await read(bookingID)).body
  expect(sharing).toMatchObject({ link: { expiresAt: expect.any(String) }, relative: { email, agreed: false } })
  const { userID } = await makeUser(testApp.context)
  await testApp.context.db.update(bookings).set({ userID }).where(eq(bookings.bookingID, bookingID))
  expect((await read(bookingID)).body.sharing).toEqual({ link: null, relative: null })
})

test('the letters about a booking are those to its family, whatever they are about, and none about another booking', async () => {
  const holder = await testApp.signIn(await makeUser(testApp.context))
  const { bookingID } = await makeBooking(testApp.context, holder.person, { payment: 'Pending' })
  const other = await makeBooking(testApp.context, holder.person)
  await clerk.call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })
  testApp.advanceTime(1000)
  await clerk.call(bookingApi.approve, { body: { bookingID } })
  await clerk.call(bookingApi.approve, { body: { bookingID: other.bookingID } })
  testApp.advanceTime(1000)
  const email = `sister-${bookingID.toLowerCase()}@test.example`
  await holder.call(familyApi.invite, { body: { bookingID, email } })
  const { letters } = (await read(bookingID)).body.history
  expect(letters.map(({ to, subject, sentAt }) => [to, subject, sentAt])).toEqual([
    [holder.person.email, `Receipt for booking ${bookingID}`, null],
    [holder.person.email, `Your booking ${bookingID} is approved`, null],
    [email, expect.stringContaining('asks you to help'), null],
  ])
})

test('staff read about a booking from a register what the register says of its holder', async () => {
  const { body } = await read(await makeImportedBooking(testApp.context))
  expect(body.register?.holderName).toBe(body.applicant.name)
  expect(body.booking.paymentStatus).toBeNull()
})
