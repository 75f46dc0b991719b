import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { appointmentApi } from '#contract/appointments/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { mailApi } from '#contract/mail/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import {
  appointmentMoves,
  appointmentSlots,
  auditLog,
  bookings,
  hallSchedules,
  niches,
  users,
} from '#server/database/schema.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import {
  type ApprovedBooking,
  makeAppointment,
  makeApproved,
  makeApprovedInOneHall,
} from '#test/appointment-factory.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { rightPapers } from '#test/urn-factory.ts'
import { apologiseForUnanswered, cancelForEndedBookings, remindOfAppointments } from './appointment-jobs.ts'

const testApp = prepareTestApp()
let family: SignedInCaller
let clerk: SignedInCaller
let booking: ApprovedBooking
/** A Monday, 10:30 in Singapore. */
const monday = new Date('2026-11-23T02:30:00Z')

beforeAll(async () => {
  testApp.time.now = monday
  clerk = await testApp.signIn('staff')
})
beforeEach(async () => {
  testApp.time.now = monday
  family = await testApp.signIn('user')
  booking = await makeApproved(testApp.context, family.person)
})

const choose = (who: SignedInCaller, day: string, time: string, moveID?: string, { bookingID } = booking) =>
  who.call(appointmentApi.choose, { body: { bookingID, day, time, moveID } })
const read = async (who = family, { bookingID } = booking) =>
  (await who.call(appointmentApi.forBooking, { params: { bookingID } })).body
/** The appointment as its caller saw it. */
const seen = async (who = family) => {
  const { appointment } = await read(who)
  return { appointmentID: appointment?.appointmentID ?? '', version: appointment?.version ?? 0 }
}
const letters = () => testApp.letters({ to: family.person.email })
const kinds = async () => (await letters()).map(({ kind }) => kind)

test('the family chooses a free time from the second working day on, which is confirmed at once', async () => {
  const { days, period, appointment, isApproved } = await read()
  expect(period).toEqual({ from: '2026-11-25', until: '2027-01-22', closed: [] })
  expect({ appointment, isApproved }).toEqual({ appointment: null, isApproved: true })
  expect(days[0]).toEqual({ day: '2026-11-25', times: ['09:00', '10:00', '11:00'] })
  expect((await choose(family, '2026-11-25', '10:00')).status).toBe(200)
  expect((await read()).appointment).toMatchObject({
    status: 'confirmed',
    startsAt: '2026-11-25T02:00:00.000Z',
    endsAt: '2026-11-25T03:00:00.000Z',
  })
  expect((await read()).days[0]).toEqual({ day: '2026-11-25', times: ['09:00', '11:00'] })
  const mine = await family.call(appointmentApi.mine)
  expect(mine.body).toMatchObject([{ bookingID: booking.bookingID, status: 'confirmed' }])
})

test.each([
  ['tomorrow, which is too early', '2026-11-24', '10:00', 'TIME_NOT_OFFERED'],
  ['at a time between two slots', '2026-11-25', '10:30', 'TIME_NOT_OFFERED'],
  ['after hours', '2026-11-25', '12:00', 'TIME_NOT_OFFERED'],
  ['in more than sixty days', '2027-03-25', '10:00', 'TIME_NOT_OFFERED'],
  ['in the past', '2026-11-20', '10:00', 'TIME_PASSED'],
])('a family cannot choose a time %s', async (_, day, time, code) => {
  expect((await choose(family, day, time)).refusal.code).toBe(code)
  expect((await read()).appointment).toBeNull()
})

test('a clerk may agree on any time to come, but not on a seat that is taken', async () => {
  const [first, second] = await makeApprovedInOneHall(testApp.context, [family.person, family.person])
  expect((await choose(clerk, '2026-11-24', '18:30', undefined, first)).status).toBe(200)
  expect((await choose(clerk, '2026-11-24', '19:00', undefined, second)).refusal.code).toBe('SLOT_TAKEN')
  expect((await choose(clerk, '2026-11-24', '19:30', undefined, second)).status).toBe(200)
})

test('a time is offered as long as the hall has a seat left', async () => {
  const [first, second, third] = await makeApprovedInOneHall(
    testApp.context,
    [family.person, family.person, family.person],
    { capacity: 2 },
  )
  await choose(family, '2026-11-25', '10:00', undefined, first)
  expect((await read(family, third)).days[0]?.times).toContain('10:00')
  await choose(family, '2026-11-25', '10:00', undefined, second)
  expect((await read(family, third)).days[0]?.times).toEqual(['09:00', '11:00'])
  expect((await choose(family, '2026-11-25', '10:00', undefined, third)).refusal.code).toBe('SLOT_TAKEN')
})

test('a booking that is not approved gets no appointment', async () => {
  const { bookingID } = await makeBooking(testApp.context, family.person)
  const answer = await family.call(appointmentApi.choose, { body: { bookingID, day: '2026-11-25', time: '10:00' } })
  expect(answer.refusal.code).toBe('BOOKING_NOT_APPROVED')
})

test('a stranger can neither read nor choose, move or cancel', async () => {
  await choose(family, '2026-11-25', '10:00')
  const stranger = await testApp.signIn('user')
  const body = await seen()
  const answers = [
    await stranger.call(appointmentApi.forBooking, { params: { bookingID: booking.bookingID } }),
    await stranger.call(appointmentApi.calendar, { params: { appointmentID: body.appointmentID } }),
    await choose(stranger, '2026-11-26', '10:00'),
    await stranger.call(appointmentApi.move, { body: { ...body, day: '2026-11-26', time: '10:00' } }),
    await stranger.call(appointmentApi.cancel, { body }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await stranger.call(appointmentApi.mine)).body).toEqual([])
})

test('a proposed time takes no seat until a clerk confirms it', async () => {
  const body = { bookingID: booking.bookingID, day: '2026-11-28', time: '19:15', message: 'After work, please.' }
  expect((await family.call(appointmentApi.propose, { body })).status).toBe(200)
  expect(await hasSeat()).toBe(false)
  const { proposed } = (await clerk.call(appointmentApi.tasks)).body
  expect(proposed.find(({ bookingID }) => bookingID === booking.bookingID)).toMatchObject({
    message: 'After work, please.',
    startsAt: '2026-11-28T11:15:00.000Z',
    customerName: family.person.fullName,
  })
  expect(await kinds()).toEqual([])
  expect((await clerk.call(appointmentApi.confirm, { body: await seen() })).status).toBe(200)
  expect((await read()).appointment?.status).toBe('confirmed')
  expect(await hasSeat()).toBe(true)
  expect(await kinds()).toEqual(['appointment confirmed'])
})

const hasSeat = async () => {
  const { appointmentID } = await seen()
  const isIts = eq(appointmentSlots.appointmentID, appointmentID)
  return (await testApp.context.db.$count(appointmentSlots, isIts)) === 1
}

test('a family whose urn was received is not asked to bring it', async () => {
  await choose(family, '2026-11-25', '10:00')
  const { bookingID } = booking
  const body = { requestID: randomUUID(), bookingID, widthMm: '', heightMm: '', cremationNumber: '' }
  const papers = await rightPapers(testApp.context, bookingID)
  expect((await clerk.call(urnApi.receive, { body: { ...body, ...papers } })).status).toBe(200)
  await family.call(appointmentApi.move, { body: { ...(await seen()), day: '2026-11-26', time: '09:00' } })
  const [first, second] = await letters()
  expect(first?.text).toContain('Please bring the urn, the cremation certificate, and your identity card or passport.')
  expect(second?.text).toContain('The urn is with us already. Please bring your identity card or passport.')
  expect((await read()).isUrnHere).toBe(true)
})

test('the letters of an appointment carry one calendar entry, which a move updates and a cancellation removes', async () => {
  await choose(family, '2026-11-25', '10:00')
  await family.call(appointmentApi.move, { body: { ...(await seen()), day: '2026-11-26', time: '09:00' } })
  await family.call(appointmentApi.cancel, { body: await seen() })
  expect(await kinds()).toEqual(['appointment confirmed', 'appointment moved', 'appointment cancelled'])
  const files = (await letters()).map(({ calendar }) => ({
    method: calendar?.method,
    ...readEntry(calendar?.content ?? ''),
  }))
  expect(files).toEqual([
    { method: 'REQUEST', uid: files[0]?.uid, sequence: 1, starts: '20261125T100000', status: 'CONFIRMED' },
    { method: 'REQUEST', uid: files[0]?.uid, sequence: 2, starts: '20261126T090000', status: 'CONFIRMED' },
    { method: 'CANCEL', uid: files[0]?.uid, sequence: 3, starts: '20261126T090000', status: 'CANCELLED' },
  ])
  const [first, second] = await letters()
  expect(first?.text).toContain('Wednesday, 25 Nov 2026, 10:00 to 11:00')
  expect(first?.text).toContain('Please bring the urn')
  expect(second?.text).toContain('Before, it was on Wednesday, 25 Nov 2026, 10:00 to 11:00.')
  await sendDueLetters(testApp.context, createMailTransport(testApp.services.config))
  const mails = (await testApp.anonymous.call(mailApi.demoMailbox)).body
  const attached = mails.filter(({ to }) => to === family.person.email).map(({ calendar }) => calendar ?? '')
  expect(attached.filter((content) => content.includes('METHOD:CANCEL'))).toHaveLength(1)
})

function readEntry(content: string) {
  const value = (name: string) => new RegExp(`^${name}[^:]*:(.*)\r$`, 'm').exec(content)?.[1]
  return {
    uid: value('UID'),
    sequence: Number(value('SEQUENCE')),
    starts: value('DTSTART;TZID=Asia/Singapore'),
    status: value('STATUS'),
  }
}

test('the calendar file can be downloaded, and its lines have at most 75 bytes', async () => {
  await choose(family, '2026-11-25', '10:00')
  const { appointmentID } = await seen()
  const answer = await family.call(appointmentApi.calendar, { params: { appointmentID } })
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const lines = String(answer.body).split('\r\n')
  expect(lines).toContain('BEGIN:VEVENT')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
})

test('the calendar file of whoever reads Chinese is Chinese: attached to the letter, and downloaded', async () => {
  const { db } = testApp.context
  await db.update(users).set({ language: 'zh-Hans' }).where(eq(users.userID, family.person.userID))
  await choose(family, '2026-11-25', '10:00')
  const params = { appointmentID: (await seen()).appointmentID }
  const [letter] = await letters()
  const downloaded = await Promise.all([family, clerk].map((who) => who.call(appointmentApi.calendar, { params })))
  const files = [letter?.calendar?.content, ...downloaded.map(({ body }) => body)]
  const [attached, ofFamily, ofClerk] = files.map((file) => String(file).replaceAll('\r\n ', ''))
  for (const file of [attached, ofFamily])
    expect(file).toMatch(/^SUMMARY:安放.+的骨灰瓮\r$[\s\S]*^DESCRIPTION:.*更改或取消：https?:/m)
  expect(ofClerk).toMatch(/^SUMMARY:Placement of the urn of /m)
})

test('moving an appointment frees its old time, and cancelling it frees the new one', async () => {
  await choose(family, '2026-11-25', '10:00')
  await family.call(appointmentApi.move, { body: { ...(await seen()), day: '2026-11-25', time: '11:00' } })
  const slots = await testApp.context.db
    .select()
    .from(appointmentSlots)
    .where(eq(appointmentSlots.appointmentID, (await seen()).appointmentID))
  expect(slots.map(({ startsAt }) => startsAt.toISOString())).toEqual(['2026-11-25T03:00:00.000Z'])
  await family.call(appointmentApi.cancel, { body: await seen() })
  expect(await hasSeat()).toBe(false)
})

test('a call that is sent again with its ID is done once', async () => {
  const moveID = randomUUID()
  expect((await choose(family, '2026-11-25', '10:00', moveID)).status).toBe(200)
  expect((await choose(family, '2026-11-25', '10:00', moveID)).status).toBe(200)
  const body = { ...(await seen()), moveID: randomUUID() }
  testApp.time.now = new Date('2026-11-25T01:50:00Z')
  const staff = await testApp.signIn('staff')
  for (const _ of ['first', 'again']) expect((await staff.call(appointmentApi.arrive, { body })).status).toBe(200)
  const moves = await testApp.context.db
    .select()
    .from(appointmentMoves)
    .where(eq(appointmentMoves.appointmentID, body.appointmentID))
  expect(moves.map(({ event }) => event)).toEqual(['choose', 'arrive'])
  expect(await kinds()).toEqual(['appointment confirmed'])
})

test('a call that says something else with an ID that was used is refused and changes nothing', async () => {
  const [moveID, cancelID] = [randomUUID(), randomUUID()]
  await choose(family, '2026-11-25', '10:00', moveID)
  expect((await choose(family, '2026-11-25', '11:00', moveID)).refusal.code).toBe('REQUEST_USED')
  const body = { ...(await seen()), moveID }
  const moved = await clerk.call(appointmentApi.move, { body: { ...body, day: '2026-11-25', time: '11:00' } })
  expect(moved.refusal.code).toBe('REQUEST_USED')
  expect((await clerk.call(appointmentApi.cancel, { body })).refusal.code).toBe('REQUEST_USED')
  const cancel = (reason: string) => clerk.call(appointmentApi.cancel, { body: { ...body, moveID: cancelID, reason } })
  expect([(await cancel('The hall floods')).status, (await cancel('The hall floods')).status]).toEqual([200, 200])
  expect((await cancel('Another reason')).refusal.code).toBe('REQUEST_USED')
  expect(await kinds()).toEqual(['appointment confirmed', 'appointment cancelled'])
})

test('the second of two clerks who saw the same appointment is refused', async () => {
  await choose(family, '2026-11-25', '10:00')
  const body = await seen()
  await clerk.call(appointmentApi.move, { body: { ...body, day: '2026-11-26', time: '10:00' } })
  expect((await clerk.call(appointmentApi.cancel, { body })).refusal.code).toBe('APPOINTMENT_CHANGED')
})

test('finishing an appointment is audited and writes no letter: placing the urn writes one', async () => {
  const made = await makeAppointment(testApp.context, booking, 'arrived', new Date('2026-11-23T01:00:00Z'))
  expect((await clerk.call(appointmentApi.finish, { body: made })).status).toBe(200)
  expect(await letters()).toEqual([])
  const entries = await testApp.context.db.select().from(auditLog).where(eq(auditLog.subject, booking.bookingID))
  expect(entries.map(({ action, actorID }) => [action, actorID])).toEqual([['appointment.finish', clerk.person.userID]])
})

test('archiving a booking takes one call; its appointment is cancelled right after, by one replica', async () => {
  await choose(family, '2026-11-25', '10:00')
  await clerk.call(bookingApi.archive, { body: { bookingID: booking.bookingID, nicheID: booking.nicheID } })
  await Promise.all([cancelForEndedBookings(testApp.context), cancelForEndedBookings(testApp.context)])
  expect((await read(clerk)).appointment?.status).toBe('cancelled')
  expect(await kinds()).toEqual(['appointment confirmed', 'archived', 'appointment cancelled'])
})

test('a family is reminded once, from nine o’clock of the day before, and again of a new time', async () => {
  const remind = () => Promise.all([remindOfAppointments(testApp.context), remindOfAppointments(testApp.context)])
  await choose(family, '2026-11-26', '10:00')
  testApp.time.now = new Date('2026-11-24T12:00:00Z')
  await remind()
  testApp.time.now = new Date('2026-11-25T00:59:00Z')
  await remind()
  expect(await kinds()).toEqual(['appointment confirmed'])
  testApp.time.now = new Date('2026-11-25T01:00:00Z')
  await remind()
  await remind()
  expect(await kinds()).toEqual(['appointment confirmed', 'appointment reminder'])
  const staff = await testApp.signIn('staff')
  await staff.call(appointmentApi.move, { body: { ...(await seen(staff)), day: '2026-11-26', time: '11:00' } })
  await remind()
  expect((await kinds()).slice(2)).toEqual(['appointment moved', 'appointment reminder'])
})

test('a proposal whose time has passed stays a task with its age; its family is written to once', async () => {
  const body = { bookingID: booking.bookingID, day: '2026-11-26', time: '10:00', message: '' }
  await family.call(appointmentApi.propose, { body })
  const tell = () => Promise.all([1, 2].map(() => apologiseForUnanswered(testApp.context)))
  await tell()
  expect(await kinds()).toEqual([])
  const proposedAt = testApp.time.now.toISOString()
  testApp.time.now = new Date('2026-11-26T02:00:00Z')
  await tell()
  await tell()
  expect(await kinds()).toEqual(['proposal not answered'])

  const staff = await testApp.signIn('staff')
  const { proposed } = (await staff.call(appointmentApi.tasks)).body
  expect(proposed.find(({ bookingID }) => bookingID === booking.bookingID)).toMatchObject({ proposedAt, isPast: true })
  const late = await staff.call(appointmentApi.confirm, { body: await seen(staff) })
  expect([late.status, late.refusal.error]).toEqual([
    409,
    'This time has passed. Please offer the family another time: choose one for them, or call them.',
  ])
  expect((await choose(staff, '2026-11-30', '10:00')).status).toBe(200)
  expect(await kinds()).toEqual(['proposal not answered', 'appointment confirmed'])
})

test('a family that has two urns for one niche is told the day of the other; another family is not', async () => {
  const [first, second, stranger] = await makeApprovedInOneHall(testApp.context, [
    family.person,
    family.person,
    await makeUser(testApp.context),
  ])
  const { db } = testApp.context
  await db.update(niches).set({ capacity: 3 }).where(eq(niches.nicheID, first.nicheID))
  for (const [index, { bookingID }] of [second, stranger].entries())
    await db
      .update(bookings)
      .set({ nicheID: first.nicheID, placeNumber: index + 2, besideBookingID: first.bookingID })
      .where(eq(bookings.bookingID, bookingID))
  const startsAt = new Date('2026-11-26T02:00:00Z')
  await makeAppointment(testApp.context, first, 'confirmed', startsAt)
  const othersOf = async (caller: SignedInCaller, { bookingID }: { bookingID: string }) =>
    (await caller.call(appointmentApi.forBooking, { params: { bookingID } })).body.others.map((each) => each.startsAt)
  expect(await othersOf(family, second)).toEqual([startsAt.toISOString()])
  expect(await othersOf(family, first)).toEqual([])
  expect(await othersOf(clerk, stranger)).toEqual([startsAt.toISOString()])
  const other = await testApp.signIn({ ...family.person, userID: await ownerOf(stranger.bookingID) })
  expect(await othersOf(other, stranger)).toEqual([])
})

const ownerOf = async (bookingID: string) => {
  const [found] = await testApp.context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  return found?.userID ?? ''
}

test('the list of a day has the appointments that take a seat, by hall and time; the tasks have the rest', async () => {
  const day = '2026-11-23'
  const [first, second, third, fourth] = await makeApprovedInOneHall(testApp.context, [
    family.person,
    family.person,
    family.person,
    family.person,
  ])
  await makeAppointment(testApp.context, second, 'confirmed', new Date('2026-11-23T03:00:00Z'))
  await makeAppointment(testApp.context, first, 'moved', new Date('2026-11-23T01:00:00Z'))
  await makeAppointment(testApp.context, third, 'cancelled', new Date('2026-11-23T04:00:00Z'))
  await makeAppointment(testApp.context, fourth, 'requested', new Date('2026-11-23T05:00:00Z'))
  const rows = (await clerk.call(appointmentApi.day, { query: { day } })).body
  const inHall = rows.filter(({ bookingID }) =>
    [first, second, third, fourth].some((each) => each.bookingID === bookingID),
  )
  expect(inHall.map(({ bookingID, status }) => [bookingID, status])).toEqual([
    [first.bookingID, 'moved'],
    [second.bookingID, 'confirmed'],
  ])
  const { unfinished } = (await clerk.call(appointmentApi.tasks)).body
  expect(unfinished.map(({ bookingID }) => bookingID)).toContain(first.bookingID)
  expect(unfinished.map(({ bookingID }) => bookingID)).not.toContain(second.bookingID)
})

test('a booking that was approved thirty days ago without an appointment is a task, also if it was imported as a pre-order', async () => {
  const waiting = async () =>
    (await clerk.call(appointmentApi.tasks)).body.withoutAppointment.map((each) => each.bookingID)
  expect(await waiting()).not.toContain(booking.bookingID)
  testApp.time.now = new Date(monday.getTime() + 30 * 86_400_000)
  clerk = await testApp.signIn('staff')
  expect(await waiting()).toContain(booking.bookingID)
  const isIts = eq(bookings.bookingID, booking.bookingID)
  await testApp.context.db.update(bookings).set({ madeBy: 'import' }).where(isIts)
  expect(await waiting()).toContain(booking.bookingID)
  await choose(clerk, '2026-12-29', '10:00')
  expect(await waiting()).not.toContain(booking.bookingID)
})

test('a seat that is left over from a larger capacity counts: its time is neither offered nor given away', async () => {
  const { person } = family
  const made = await makeApprovedInOneHall(testApp.context, [person, person, person], { capacity: 2 })
  const [first, second, third] = made
  await choose(family, '2026-11-25', '10:00', undefined, first)
  await choose(family, '2026-11-25', '10:00', undefined, second)
  const isHall = eq(hallSchedules.buildingID, first.buildingID)
  await testApp.context.db.update(hallSchedules).set({ capacity: 1 }).where(isHall)
  const { appointment } = await read(family, first)
  const body = { appointmentID: appointment?.appointmentID ?? '', version: appointment?.version ?? 0 }
  expect((await family.call(appointmentApi.cancel, { body })).status).toBe(200)
  expect((await read(family, third)).days[0]?.times).toEqual(['09:00', '11:00'])
  expect((await choose(family, '2026-11-25', '10:00', undefined, third)).refusal.code).toBe('SLOT_TAKEN')
  expect((await read(family, third)).appointment).toBeNull()
})
