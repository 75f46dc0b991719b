import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { dayMs } from '#contract/dates.ts'
import { urnApi } from '#contract/urns/api.ts'
import { users } from '#server/database/schema.ts'
import { submitAtCounter } from '#test/booking-forms.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { prepareCaller, prepareTestApp, type SignedInCaller } from '#test/test-app.ts'
import { confirmation, makeUrn } from '#test/urn-factory.ts'

/** A new house: its only admin has given all others their role. */
const testApp = prepareTestApp(undefined, 'each')
const admin = prepareCaller(testApp, 'admin', 'each')
let ann: SignedInCaller
let ben: SignedInCaller
beforeEach(async () => {
  ann = await promote(admin)
  ben = await promote(admin)
})

async function promote(by: SignedInCaller, role: 'staff' | 'admin' = 'staff') {
  const person = await makeUser(testApp.context)
  expect((await by.call(accountApi.updateRole, { body: { userID: person.userID, role } })).status).toBe(200)
  return testApp.signIn(person)
}

async function place(first: SignedInCaller, second: SignedInCaller) {
  const urn = await makeUrn(testApp.context, first)
  await first.call(urnApi.confirm, { body: confirmation(urn, 'place') })
  const { body, refusal } = await second.call(urnApi.confirm, { body: confirmation(urn, 'place') })
  return body.state ?? refusal.code
}

test('in a house whose admin has given everybody their role, any two confirm together', async () => {
  expect(await place(ann, ben)).toBe('done')
  expect(await place(admin, ann)).toBe('done')
})

test('once somebody is there whom nobody gave an account lately, related people do not confirm together', async () => {
  const old = await testApp.signIn('staff')
  expect(await place(ann, ben)).toBe('SECOND_PAIR_RELATED')
  expect(await place(ann, old)).toBe('done')
})

test('a chain of promotions relates its ends, for thirty days', async () => {
  const second = await promote(admin, 'admin')
  const puppet = await promote(second)
  await testApp.signIn('staff')
  expect(await place(ann, puppet)).toBe('SECOND_PAIR_RELATED')
  testApp.advanceTime(31 * dayMs)
  expect(await place(await testApp.signIn(ann.person), await testApp.signIn(puppet.person))).toBe('done')
})

test('a clerk who has opened an account at the counter is related to it once it gets a role', async () => {
  const [clerk, old] = [await testApp.signIn('staff'), await testApp.signIn('staff')]
  const { nicheID } = await makeNiche(testApp.context)
  const person = { ...clerk.person, nric: 'T7654321Z', email: 'newcomer@test.example' }
  const { userID = '' } = (await submitAtCounter(clerk, person, nicheID)).body
  await testApp.context.db.update(users).set({ emailConfirmed: true }).where(eq(users.userID, userID))
  expect((await admin.call(accountApi.updateRole, { body: { userID, role: 'staff' } })).status).toBe(200)
  const newcomer = await testApp.signIn({ ...person, userID })
  expect(await place(clerk, newcomer)).toBe('SECOND_PAIR_RELATED')
  expect(await place(old, newcomer)).toBe('done')
})

test('suspending everybody else does not let an admin and their puppet confirm together', async () => {
  const old = await testApp.signIn('staff')
  const body = { userID: old.person.userID, reason: 'Not needed' }
  expect((await admin.call(accountApi.suspend, { body })).status).toBe(200)
  expect(await place(admin, ann)).toBe('SECOND_PAIR_RELATED')
})

test.each([
  ['has reset the second factor of', accountApi.resetSecondFactor],
  ['has lifted the suspension of', accountApi.liftSuspension],
])('an admin who %s a colleague does not confirm with them', async (_, call) => {
  const [giver, colleague] = [await testApp.signIn('admin'), await testApp.signIn('staff')]
  const body = { userID: colleague.person.userID, reason: 'A lost phone' }
  if (call === accountApi.liftSuspension) await admin.call(accountApi.suspend, { body })
  expect((await giver.call(call, { body })).status).toBe(200)
  expect(await place(giver, await testApp.signIn(colleague.person))).toBe('SECOND_PAIR_RELATED')
})

test('two admins who have reset the second factor of one family are not related by that', async () => {
  const [one, other, family] = [
    await testApp.signIn('admin'),
    await testApp.signIn('admin'),
    await testApp.signIn('user'),
  ]
  for (const caller of [one, other]) {
    const body = { userID: family.person.userID, reason: 'A lost phone' }
    expect((await caller.call(accountApi.resetSecondFactor, { body })).status).toBe(200)
  }
  expect(await place(one, other)).toBe('done')
})
