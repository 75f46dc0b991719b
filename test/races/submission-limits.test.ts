import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { bookings } from '#server/database/schema.ts'
import { application, certificateFiles } from '../booking-forms.ts'
import { createCaller } from '../caller.ts'
import { makeNiche } from '../factories.ts'
import { expectInvariants } from '../invariants.ts'
import { prepareCaller } from '../test-app.ts'
import { prepareReplicas } from './replicas.ts'

const { testApp, replicas } = prepareReplicas()
const applicant = prepareCaller(testApp, 'user', 'each')

/** One applicant sends an application for each of these niches at once; returns the status or error code of each, sorted. */
async function submitAtOnce(nicheIDs: string[]) {
  const answers = await Promise.all(
    nicheIDs.map((nicheID) => {
      const form = { body: application(nicheID, 'PreOrder'), files: certificateFiles('PreOrder') }
      return createCaller(replicas.next(), applicant.cookie).call(bookingApi.submit, form)
    }),
  )
  return answers.map(({ status, refusal }) => refusal.code ?? status).toSorted()
}

const makeNiches = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await makeNiche(testApp.context)).nicheID))

test('of twenty submissions that one applicant sends at once for twenty niches, three are accepted', async () => {
  testApp.context.config.maxUnpaidHolds = 3
  const answers = await submitAtOnce(await makeNiches(20))
  expect(answers).toEqual([...Array(3).fill(200), ...Array(17).fill('TOO_MANY_UNPAID_BOOKINGS')])
  expect(await testApp.context.db.$count(bookings, eq(bookings.userID, applicant.person.userID))).toBe(3)
  await expectInvariants(testApp.context.db)
})

test('of twenty submissions and amendments that one applicant sends at once, no more than the limit are accepted', async () => {
  testApp.context.config.maxSubmissionsPerHour = 8
  const niches = await makeNiches(4)
  const answers = await submitAtOnce([...niches, ...niches, ...niches, ...niches, ...niches])
  expect(answers).toEqual([...Array(8).fill(200), ...Array(12).fill('TOO_MANY_SUBMISSIONS')])
  await expectInvariants(testApp.context.db)
})
