import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { bookings } from '#server/database/schema.ts'
import { application, certificateFiles } from '../booking-forms.ts'
import { formOf } from '../caller.ts'
import { makeNiche } from '../factories.ts'
import { expectInvariants } from '../invariants.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '../test-app.ts'
import { type Replicas, startSecondReplica } from './replicas.ts'

let testApp: TestApp
let applicant: SignedInCaller
let replicas: Replicas

async function start(environment: NodeJS.ProcessEnv) {
  testApp = await startTestApp({ environment })
  replicas = await startSecondReplica(testApp)
  applicant = await testApp.signIn('user')
}
afterEach(async () => {
  await replicas.close()
  await testApp.close()
})

/** One applicant sends an application for each of these niches at once; returns the status or error code of each, sorted. */
async function submitAtOnce(nicheIDs: string[]) {
  const answers = await Promise.all(
    nicheIDs.map(async (nicheID) => {
      const { type, payload } = await formOf(application(nicheID, 'PreOrder'), certificateFiles('PreOrder'))
      const headers = { cookie: applicant.cookie, 'content-type': type }
      return replicas.next().inject({ method: 'POST', url: bookingApi.submit.path, headers, payload })
    }),
  )
  return answers.map((answer) => answer.json().code ?? answer.statusCode).toSorted()
}

const makeNiches = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await makeNiche(testApp.context)).nicheID))

test('of twenty submissions that one applicant sends at once for twenty niches, three are accepted', async () => {
  await start({ MAX_UNPAID_HOLDS: '3' })
  const answers = await submitAtOnce(await makeNiches(20))
  expect(answers).toEqual([...Array(3).fill(200), ...Array(17).fill('TOO_MANY_UNPAID_BOOKINGS')])
  expect(await testApp.context.db.$count(bookings, eq(bookings.userID, applicant.person.userID))).toBe(3)
  await expectInvariants(testApp.context.db)
})

test('of twenty submissions and amendments that one applicant sends at once, no more than the limit are accepted', async () => {
  await start({ MAX_SUBMISSIONS_PER_HOUR: '8' })
  const niches = await makeNiches(4)
  const answers = await submitAtOnce([...niches, ...niches, ...niches, ...niches, ...niches])
  expect(answers).toEqual([...Array(8).fill(200), ...Array(12).fill('TOO_MANY_SUBMISSIONS')])
  await expectInvariants(testApp.context.db)
})
