import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/dates.ts'
import { familyApi } from '#contract/family/api.ts'
import { buildings, familyLinks, throttles, users } from '#server/database/schema.ts'
import { linkReads } from '#server/http/throttles.ts'
import { makeAppointment, makeApproved } from '#test/appointment-factory.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { deleteExpiredSharing } from './sharing.ts'

const testApp = prepareTestApp()
let holder: SignedInCaller
let bookingID: string
beforeAll(async () => {
  testApp.time.now = new Date('2026-06-15T04:00:00Z')
  await makeFamily()
})

async function makeFamily() {
  holder = await testApp.signIn(await makeUser(testApp.context))
  const booking = await makeApproved(testApp.context, holder.person)
  bookingID = booking.bookingID
  return booking
}

const makeLink = async (caller = holder) => {
  const { body } = await caller.call(familyApi.makeLink, { body: { bookingID } })
  return body.url.split('#')[1] ?? ''
}
const show = (token: string) => testApp.anonymous.call(familyApi.show, { body: { token } })
const statusOf = async (token: string) => (await show(token)).status

test('whoever has the link sees name, place, directions, steps and agreed day, and nothing else', async () => {
  const booking = await makeFamily()
  await testApp.context.db.update(buildings).set({ directions: 'Past the pond.' })
  await makeAppointment(testApp.context, booking, 'confirmed', new Date('2026-06-20T02:00:00Z'))
  const { status, body, headers } = await show(await makeLink())
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(Object.keys(body).sort()).toEqual(
    ['appointment', 'blockID', 'blockName', 'buildingName', 'directions', 'half', 'levelNumber', 'name'].concat([
      ...['nicheCode', 'nicheColumn', 'nicheRow', 'steps', 'view'],
    ]),
  )
  expect(body.directions).toBe('Past the pond.')
  expect(body.appointment?.startsAt).toBe('2026-06-20T02:00:00.000Z')
  expect(body.steps.map(({ title, state }) => `${title}: ${state}`)).toEqual([
    'Paid: done',
    'Papers read: done',
    'Day chosen: done',
    'At rest: now',
  ])
})

test('a time that the family has only proposed is not shown as the agreed day', async () => {
  const booking = await makeFamily()
  await makeAppointment(testApp.context, booking, 'requested', new Date('2026-06-20T02:00:00Z'))
  const { body } = await show(await makeLink())
  expect([body.appointment, JSON.stringify(body)]).toEqual([null, expect.not.stringContaining('Jun 2026, 10:00')])
})

test('only the hash of a link is stored, and making and ending it is in the audit log', async () => {
  await makeFamily()
  const token = await makeLink()
  await holder.call(familyApi.endLink, { body: { bookingID } })
  await holder.call(familyApi.endLink, { body: { bookingID } })
  const { db } = testApp.context
  const entries = await testApp.auditEntries({ subject: bookingID })
  expect(entries.map(({ action }) => action)).toEqual(['family.link_made', 'family.link_ended'])
  await makeLink()
  const stored = JSON.stringify([await db.select().from(familyLinks), entries])
  expect(stored).not.toContain(token)
})

test('a link shows nothing once it was ended, replaced, has expired or belongs to somebody who is suspended', async () => {
  await makeFamily()
  const { db } = testApp.context
  const ended = await makeLink()
  expect(await statusOf(ended)).toBe(200)
  await holder.call(familyApi.endLink, { body: { bookingID } })
  const replaced = await makeLink()
  const current = await makeLink()
  expect([await statusOf(ended), await statusOf(replaced), await statusOf(current)]).toEqual([404, 404, 200])

  await db.update(users).set({ suspendedAt: testApp.time.now }).where(eq(users.userID, holder.person.userID))
  expect(await statusOf(current)).toBe(404)
  await db.update(users).set({ suspendedAt: null }).where(eq(users.userID, holder.person.userID))
  expect(await statusOf(current)).toBe(200)

  const made = testApp.time.now
  testApp.time.now = new Date(made.getTime() + 90 * dayMs - 1)
  expect(await statusOf(current)).toBe(200)
  testApp.time.now = new Date(made.getTime() + 90 * dayMs)
  const { refusal } = await show(current)
  expect(refusal.code).toBe('FAMILY_LINK_ENDED')
  testApp.time.now = new Date(made.getTime() + 91 * dayMs + 1)
  await deleteExpiredSharing(testApp.context)
  expect(await db.select().from(familyLinks).where(eq(familyLinks.bookingID, bookingID))).toEqual([])
  testApp.time.now = made
})

test('two tabs that make a link at the same time leave one that works', async () => {
  await makeFamily()
  const tokens = await Promise.all([makeLink(), makeLink()])
  const statuses = await Promise.all(tokens.map(statusOf))
  expect(statuses.sort()).toEqual([200, 404])
})

test('nobody makes, ends or sees a link to the booking of another family', async () => {
  await makeFamily()
  const token = await makeLink()
  const stranger = await testApp.signIn('user')
  for (const call of [familyApi.makeLink, familyApi.endLink])
    expect((await stranger.call(call, { body: { bookingID } })).status).toBe(404)
  expect((await stranger.call(familyApi.sharing, { query: { bookingID } })).status).toBe(404)
  expect(await statusOf(token)).toBe(200)
})

test.each([
  ['an unpaid booking', { payment: 'Pending' }],
  ['a cancelled booking', { status: 'Cancelled' }],
  ['an archived booking', { status: 'Confirmed', type: 'Archived' }],
] as const)('%s cannot be shared', async (_, state) => {
  holder = await testApp.signIn(await makeUser(testApp.context))
  bookingID = (await makeBooking(testApp.context, holder.person, state)).bookingID
  const { refusal } = await holder.call(familyApi.makeLink, { body: { bookingID } })
  expect(refusal.code).toBe('NOT_SHAREABLE')
})

test('readers beyond the limit of an address are refused', async () => {
  const remoteAddress = '203.0.113.9'
  await testApp.context.db.insert(throttles).values({
    key: `${linkReads.key}:${remoteAddress}`,
    count: linkReads.limit,
    resetsAt: new Date(testApp.time.now.getTime() + 60_000),
  })
  const payload = { token: 'x' }
  const request = { method: 'POST', url: familyApi.show.path, remoteAddress, payload } as const
  expect((await testApp.app.inject(request)).statusCode).toBe(429)
})
