import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { registrationForm } from '#test/registration-form.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { makeUserWithTwoFactor } from '#test/two-factor-users.ts'
import { findUser, updateUser } from './queries.ts'

const hour = 3_600_000
const person = registrationForm(1)

const testApp = prepareTestApp(undefined, 'each')

const register = async (body = person) => (await testApp.anonymous.call(accountApi.register, { body })).status

test('registering again without a second factor: the letter says how to finish', async () => {
  expect(await register()).toBe(200)
  expect(await register()).toBe(409)
  const letters = await testApp.letters({ to: person.email })
  expect(letters.map(({ subject }) => subject)).toEqual(['Please finish your registration'])
})

test('a registration without a second factor blocks its NRIC and username for 48 hours, then it is removed', async () => {
  expect(await register()).toBe(200)
  testApp.advanceTime(47 * hour)
  await runAllJobsOnce(testApp.context)
  const owner = { ...person, email: 'owner@test.example' }
  expect(await register(owner)).toBe(409)
  testApp.advanceTime(2 * hour)
  await runAllJobsOnce(testApp.context)
  expect(await register(owner)).toBe(200)
})

test('an account whose second factor was reset by an admin is not removed', async () => {
  const { userID } = await makeUserWithTwoFactor(testApp)
  await updateUser(testApp.context.db, userID, { totpSealed: null, totpLastStep: 5 })
  testApp.advanceTime(100 * hour)
  await runAllJobsOnce(testApp.context)
  expect(await findUser(testApp.context.db, userID)).toBeDefined()
})
