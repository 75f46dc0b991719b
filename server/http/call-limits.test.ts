import { eq, like } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { invitationApi } from '#contract/accounts/invitation-api.ts'
import { operationsApi } from '#contract/config/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { familyApi } from '#contract/family/api.ts'
import { findApi } from '#contract/find/api.ts'
import { photoApi } from '#contract/halls/photo-api.ts'
import { houseApi } from '#contract/house/api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { privacyApi } from '#contract/privacy/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { searchApi } from '#contract/search/api.ts'
import { urnApi } from '#contract/urns/api.ts'
import { throttles } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { registrationForm } from '#test/registration-form.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'

/** The numbers of docs/security.md, written a second time on purpose. */
const minute = 60
const hour = 60 * minute
const day = 24 * hour

const testApp = prepareTestApp()
const applicant = prepareCaller(testApp, 'user')
const clerk = prepareCaller(testApp, 'staff')
const unpaid = { bookingID: '' }
/** The person has a password, and a booking, so that the account is not closed at once. */
let member: SignedInCaller
beforeAll(async () => {
  member = await testApp.signIn(await makeUserWithTwoFactor(testApp))
  await makeBooking(testApp.context, member.person, { status: 'Confirmed' })
  Object.assign(unpaid, await bookUnpaid(testApp.context, applicant))
})

type Send = () => Promise<{ statusCode: number; headers: Record<string, unknown> }>

/** The count that a call leaves for this address or person. */
async function countAfter(send: Send, whose: string) {
  await testApp.context.db.delete(throttles)
  await send()
  const [row] = await testApp.context.db
    .select()
    .from(throttles)
    .where(like(throttles.key, `%:${whose}`))
  if (!row) throw new Error(`No count ends with ${whose}`)
  return { ...row, seconds: (row.resetsAt.getTime() - testApp.time.now.getTime()) / 1000 }
}

async function expectLimit(send: Send, whose: string, limit: number, seconds: number) {
  const counted = await countAfter(send, whose)
  expect([counted.count, counted.seconds]).toEqual([1, seconds])
  await testApp.context.db
    .update(throttles)
    .set({ count: limit - 1 })
    .where(eq(throttles.key, counted.key))
  expect((await send()).statusCode).not.toBe(429)
  const { statusCode, headers } = await send()
  expect([statusCode, headers['retry-after']]).toEqual([429, String(seconds)])
}

type Row = [endpoint: Endpoint, limit: number, seconds: number, input: Record<string, string>]
/** The path comes first, for the title. */
const named = (rows: Row[]) =>
  rows.map(([endpoint, limit, seconds, input]) => [endpoint.path, limit, seconds, endpoint, input] as const)

const link = { token: 'made-up' }
const placementCode = '7K2M9QX4TR5W0A1B'

const callsOfAddress = named([
  [accountApi.login, 100, 15 * minute, { email: 'nobody@test.example', password: 'a quiet room' }],
  [accountApi.register, 20, hour, registrationForm(1)],
  [accountApi.sendReset, 50, hour, {}],
  [accountApi.resetPassword, 50, hour, { ...link, newPassword: 'a quiet room' }],
  [accountApi.confirmEmail, 50, hour, link],
  [accountApi.undoEmailChange, 50, hour, link],
  [invitationApi.read, 50, hour, link],
  [accountApi.byNRIC, 600, 15 * minute, { nric: 'S1234567D' }],
  [accountApi.findExisting, 600, 15 * minute, { attr: 'email', value: 'nobody@test' }],
  [searchApi.all, 600, 15 * minute, { query: 'Tan' }],
  [operationsApi.openapi, 300, 15 * minute, {}],
  [exploreApi.halls, 6000, 15 * minute, {}],
  [photoApi.photo, 6000, 15 * minute, { photoID: '00000000-0000-4000-8000-000000000000', size: 'small' }],
  [houseApi.logo, 6000, 15 * minute, { version: 'none' }],
  [exploreApi.find, 100, 15 * minute, { adjacent: '1' }],
  [findApi.find, 60, 15 * minute, { name: 'Tan Ah Kow', diedIn: '2026' }],
  [familyApi.show, 60, 15 * minute, link],
  [familyApi.readInvitation, 60, 15 * minute, link],
  [urnApi.verify, 60, 15 * minute, { code: placementCode }],
  [rightApi.verifyDeed, 60, 15 * minute, { code: placementCode }],
])

test.each(callsOfAddress)('%s from one address is refused beyond %i calls in %i seconds', async (...row) => {
  const [path, limit, seconds, endpoint, input] = row
  const remoteAddress = '203.0.113.9'
  const { method, roles } = endpoint
  const { cookie } = roles === 'anyone' ? { cookie: '' } : clerk
  const query = new URLSearchParams(Object.entries(input))
  let sent = 0
  const send = () => {
    sent += 1
    /** Each reset letter is for another address, which has a limit of its own. */
    const body = endpoint === accountApi.sendReset ? { to: `nobody${sent}@test.example` } : input
    const rest = method === 'GET' ? { url: `${path}?${query}` } : { url: path, payload: body }
    return testApp.app.inject({ method, headers: { cookie }, remoteAddress, ...rest })
  }
  await expectLimit(send, remoteAddress, limit, seconds)
})

const callsOfPerson = named([
  [paymentApi.createIntent, 100, 10 * minute, {}],
  [paymentApi.update, 100, 10 * minute, unpaid],
  [privacyApi.download, 10, hour, { password: memberPassword }],
  [privacyApi.close, 5, day, { password: memberPassword }],
])

test.each(callsOfPerson)('%s of one person is refused beyond %i calls in %i seconds', async (...row) => {
  const [url, limit, seconds, { method }, payload] = row
  const { cookie, person } = 'password' in payload ? member : applicant
  const send = () => testApp.app.inject({ method, url, headers: { cookie }, payload })
  await expectLimit(send, person.userID, limit, seconds)
})

test('a request has 120 seconds to arrive', () => {
  expect(testApp.app.server.requestTimeout).toBe(120_000)
})
