import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rightApi } from '#contract/rights/api.ts'
import { bookings, throttles } from '#server/database/schema.ts'
import { makeUser } from '#test/factories.ts'
import { makeRight as makeRightOf, setRight } from '#test/right-factory.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { deedVerifications } from './deeds.ts'

const testApp = prepareTestApp()
const stranger = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')
const admin = prepareCaller(testApp, 'admin')

/** An approved booking with its right, and the person who holds it. */
async function makeRight(fullName = 'Tan Ah Kow') {
  const family = await testApp.signIn(await makeUser(testApp.context, { fullName }))
  return { family, ...(await makeRightOf(testApp.context, family.person)) }
}

const verify = async (code: string) =>
  (await testApp.anonymous.call(rightApi.verifyDeed, { query: { code } })).body.deed

test('a deed is read by its holder, by staff and by admins, and by nobody else', async () => {
  const { family, number } = await makeRight()
  const read = (caller: typeof clerk, sent = number) => caller.call(rightApi.deed, { params: { number: sent } })
  const { body } = await read(family)
  expect(body).toMatchObject({ number, holders: ['Tan Ah Kow'], state: 'living', basis: 'perpetual', endsOn: null })
  expect((await read(clerk)).body).toEqual(body)
  expect((await read(admin)).body).toEqual(body)
  expect((await read(stranger)).status).toBe(404)
  expect((await read(await testApp.signIn('witness'))).status).toBe(403)
  expect((await testApp.anonymous.call(rightApi.deed, { params: { number } })).status).toBe(401)
  expect((await read(clerk, 'R-999999')).status).toBe(404)
  expect((await read(clerk, 'B-1')).status).toBe(404)
})

test('a family whose booking has ended reads no deed, and nobody does once the right is surrendered', async () => {
  const { family, bookingID, rightID, number } = await makeRight()
  const { db } = testApp.context
  await db.update(bookings).set({ bookingStatus: 'Cancelled' }).where(eq(bookings.bookingID, bookingID))
  expect((await family.call(rightApi.deed, { params: { number } })).status).toBe(404)
  expect((await clerk.call(rightApi.deed, { params: { number } })).status).toBe(200)
  await setRight(testApp.context, rightID, { state: 'surrendered' })
  expect((await clerk.call(rightApi.deed, { params: { number } })).status).toBe(404)
})

test('anyone with the code of a deed reads number, niche, state and masked names, and nothing else', async () => {
  const { family, rightID, number } = await makeRight('Tan Ah Kow 陳亞九')
  const { code, nicheCode } = (await family.call(rightApi.deed, { params: { number } })).body
  const deed = { number, nicheCode, holders: ['T*** A*** K*** 陳***'] }
  expect(await verify(code)).toEqual({ ...deed, state: 'living' })
  expect(await verify(code.toLowerCase().replaceAll('-', ' '))).toEqual({ ...deed, state: 'living' })
  for (const state of ['ended', 'surrendered'] as const) {
    await setRight(testApp.context, rightID, { state })
    expect(await verify(code)).toEqual({ ...deed, state })
  }
})

test('a deed is not verified by the code of another right, by its number or by a code that is made up', async () => {
  const [one, other] = [await makeRight(), await makeRight()]
  const { code } = (await other.family.call(rightApi.deed, { params: { number: other.number } })).body
  expect((await verify(code))?.number).toBe(other.number)
  expect((await verify(code))?.number).not.toBe(one.number)
  expect(await verify('7K2M-9QX4-TR5W-0A1B')).toBeNull()
  const { status, refusal } = await testApp.anonymous.call(rightApi.verifyDeed, { query: { code: one.number } })
  expect([status, refusal.code]).toEqual([400, 'INVALID'])
})

test('the code of a deed cannot be guessed: an address waits after sixty attempts', async () => {
  await testApp.context.db.insert(throttles).values({
    key: `${deedVerifications.key}:203.0.113.9`,
    count: deedVerifications.limit - 1,
    resetsAt: new Date(testApp.time.now.getTime() + 60_000),
  })
  const url = `${rightApi.verifyDeed.path}?code=7K2M-9QX4-TR5W-0A1B`
  const status = async (remoteAddress: string) =>
    (await testApp.app.inject({ method: 'GET', url, remoteAddress })).statusCode
  expect(await status('203.0.113.9')).toBe(200)
  expect(await status('203.0.113.9')).toBe(429)
  expect(await status('203.0.113.10')).toBe(200)
})
