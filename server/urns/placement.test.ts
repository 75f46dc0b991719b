import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { urnApi } from '#contract/urns/api.ts'
import { bookings, throttles } from '#server/database/schema.ts'
import { prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { confirmation, type MadeUrn, makeUrn, moveTogether, putOnShelf } from '#test/urn-factory.ts'
import { verifications } from './family-urns.ts'

const testApp = prepareTestApp()
let clerk: SignedInCaller
let colleague: SignedInCaller
let urn: MadeUrn
let holder: SignedInCaller
beforeEach(async () => {
  testApp.time.now = new Date('2026-05-03T02:00:00Z')
  clerk = await testApp.signIn('staff')
  colleague = await testApp.signIn('staff')
  urn = await makeUrn(testApp.context, clerk)
  holder = await testApp.signIn(urn.owner)
})

/** Everybody gets a new session, because the old ones have expired. */
async function nextDay() {
  testApp.advanceTime(86_400_000)
  holder = await testApp.signIn(holder.person)
  clerk = await testApp.signIn(clerk.person)
  colleague = await testApp.signIn(colleague.person)
}

const together = (event: Parameters<typeof moveTogether>[1]) => moveTogether(urn, event, [clerk, colleague])
const letters = () => testApp.letters({ to: urn.owner.email, kind: 'urn placed' })
const getCertificate = (caller: SignedInCaller) =>
  caller.call(urnApi.certificate, { query: { bookingID: urn.bookingID } })
const verify = async (code: string, caller = testApp.anonymous) =>
  (await caller.call(urnApi.verify, { query: { code } })).body.placement

test('the family gets a letter when the second person confirms that the urn is placed, not before', async () => {
  await clerk.call(urnApi.confirm, { body: confirmation(urn, 'place') })
  expect(await letters()).toEqual([])
  const second = confirmation(urn, 'place')
  await colleague.call(urnApi.confirm, { body: second })
  await colleague.call(urnApi.confirm, { body: second })
  const [letter, ...others] = await letters()
  expect(others).toEqual([])
  expect(letter?.subject).toBe('The urn of Tan Ah Kow has been placed')
  expect(letter?.text).toMatch(/Day: +Sunday, 3 May 2026/)
  expect(letter?.text).toMatch(/Time: +10:00, Singapore time/)
  expect(letter?.text).toMatch(/Place: +.+, level \d+, block .+/)
  expect(letter?.text).toContain(urn.nicheCode)
  expect(letter?.text).toContain(`/placement-certificate?bookingID=${urn.bookingID}`)
})

test('the family gets a letter for each move by two people, which says whom to call if it was not expected', async () => {
  for (const event of ['place', 'takeOut', 'place', 'takeOut', 'release'] as const) await together(event)
  expect(await letters()).toHaveLength(2)
  expect(await testApp.letters({ to: urn.owner.email, kind: 'urn taken out' })).toHaveLength(2)
  const [released] = await testApp.letters({ to: urn.owner.email, kind: 'urn released' })
  expect(released?.subject).toBe('The urn of Tan Ah Kow has been released')
  expect(released?.text).toContain('handed the urn of Tan Ah Kow to Tan Ah Kow.')
  expect(released?.text).toContain('If you did not expect this, please call us at once')
})

test('no letter is written when the urn of a booking without an account is placed', async () => {
  await testApp.context.db.update(bookings).set({ userID: null }).where(eq(bookings.bookingID, urn.bookingID))
  expect((await together('place')).body).toEqual({ state: 'done' })
  expect(await testApp.letters({ kind: 'urn placed', about: urn.bookingID })).toEqual([])
})

describe('the family', () => {
  const mine = async () => (await holder.call(urnApi.mine)).body[0]

  test('the family sees where the urn is after each move, and since when', async () => {
    expect(await mine()).toMatchObject({ bookingID: urn.bookingID, place: 'counter', wasTakenOut: false })
    await nextDay()
    await putOnShelf(clerk, urn)
    expect(await mine()).toMatchObject({ place: 'shelf', since: '2026-05-03T02:00:00.000Z' })
    await together('place')
    expect(await mine()).toMatchObject({
      place: 'niche',
      since: '2026-05-04T02:00:00.000Z',
      nicheCode: urn.nicheCode,
      nichePlace: expect.stringMatching(/, level \d+, block /),
    })
    await nextDay()
    await together('takeOut')
    expect(await mine()).toMatchObject({ place: 'staff', since: '2026-05-05T02:00:00.000Z', wasTakenOut: true })
    await together('release')
    expect(await mine()).toMatchObject({ place: 'family', wasTakenOut: false, releasedTo: 'Tan Ah Kow' })
  })

  test('a family sees neither the urns of others nor the shelf or tag of its own', async () => {
    const stranger = await testApp.signIn('user')
    expect((await stranger.call(urnApi.mine)).body).toEqual([])
    await putOnShelf(clerk, urn, 'Strong room')
    const answer = JSON.stringify(await mine())
    expect(answer).not.toContain('Strong room')
    expect(answer).not.toContain(urn.tag)
  })
})

test('the placement certificate is for the holder and for staff, while the urn is in its niche', async () => {
  expect((await getCertificate(holder)).status).toBe(404)
  await together('place')
  const { body } = await getCertificate(holder)
  expect(body).toMatchObject({
    bookingID: urn.bookingID,
    beneficiaryName: 'Tan Ah Kow',
    dateOfBirth: '1940-02-29',
    nicheCode: urn.nicheCode,
    placedAt: '2026-05-03T02:00:00.000Z',
  })
  const callers = [clerk, await testApp.signIn('admin'), await testApp.signIn('user'), testApp.anonymous]
  const answers = await Promise.all(
    callers.map((each) => each.call(urnApi.certificate, { query: { bookingID: urn.bookingID } })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 401])
  await together('takeOut')
  expect((await getCertificate(holder)).status).toBe(404)
})

test('a placement certificate is verified by its code without an account, also after the urn was taken out and placed again', async () => {
  await together('place')
  const { code } = (await getCertificate(holder)).body
  const placement = { beneficiaryName: 'Tan Ah Kow', nicheCode: urn.nicheCode, placedAt: '2026-05-03T02:00:00.000Z' }
  expect(await verify(code)).toEqual({
    ...placement,
    nichePlace: expect.any(String),
    takenOutAt: null,
    basis: 'place',
  })
  expect(await verify(code.toLowerCase().replaceAll('-', ' '))).toMatchObject(placement)
  testApp.advanceTime(60_000)
  await together('takeOut')
  await putOnShelf(clerk, urn)
  expect(await verify(code)).toMatchObject({ ...placement, takenOutAt: '2026-05-03T02:01:00.000Z' })
  testApp.advanceTime(60_000)
  await together('place')
  const { code: newCode } = (await getCertificate(holder)).body
  expect(newCode).not.toBe(code)
  expect(await verify(code)).toMatchObject({ ...placement, takenOutAt: '2026-05-03T02:01:00.000Z' })
  expect(await verify(newCode)).toMatchObject({ placedAt: '2026-05-03T02:02:00.000Z', takenOutAt: null })
})

test('a placement certificate is not verified by the code of another move, or by one that is made up', async () => {
  expect(await verify('7K2M-9QX4-TR5W-0A1B')).toBeNull()
  const { status, refusal } = await testApp.anonymous.call(urnApi.verify, { query: { code: 'TAN AH KOW' } })
  expect([status, refusal.code]).toEqual([400, 'INVALID'])
})

test('the code of a placement certificate cannot be guessed: an address waits after sixty attempts', async () => {
  const remoteAddress = '203.0.113.9'
  await testApp.context.db.insert(throttles).values({
    key: `${verifications.key}:${remoteAddress}`,
    count: verifications.limit - 1,
    resetsAt: new Date(testApp.time.now.getTime() + 60_000),
  })
  const url = `${urnApi.verify.path}?code=7K2M-9QX4-TR5W-0A1B`
  const status = async (remoteAddress: string) =>
    (await testApp.app.inject({ method: 'GET', url, remoteAddress })).statusCode
  expect(await status(remoteAddress)).toBe(200)
  expect(await status(remoteAddress)).toBe(429)
  expect(await status('203.0.113.10')).toBe(200)
})
