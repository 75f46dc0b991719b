import { describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { bookings } from '#server/database/schema.ts'
import { application, certificateFiles } from '../booking-forms.ts'
import { formOf } from '../caller.ts'
import { makeNiche } from '../factories.ts'
import { allowDoubleBooking, findViolations } from '../find-violations.ts'
import { expectInvariants } from '../invariants.ts'
import { createSignedInApplicants } from './many-applicants.ts'
import { prepareReplicas } from './replicas.ts'

const { testApp, replicas } = prepareReplicas()

/** Submits the same form as many applicants at once; returns the status and error sentence that each gets. */
async function submitAtOnce(size: number) {
  const { nicheID } = await makeNiche(testApp.context)
  const cookies = await createSignedInApplicants(testApp.context, size)
  const { type, payload } = await formOf(application(nicheID), certificateFiles())
  const answers = await Promise.all(
    cookies.map((cookie) =>
      replicas
        .next()
        .inject({ method: 'POST', url: bookingApi.submit.path, headers: { cookie, 'content-type': type }, payload }),
    ),
  )
  return answers.map((answer) => ({ status: answer.statusCode, error: answer.json().error as string | undefined }))
}

describe('many applicants who submit for the same niche at the same moment', () => {
  test('of two hundred applicants who submit for one niche, one gets it and the others are told that it is taken', async () => {
    const answers = await submitAtOnce(200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    expect(new Set(others.map(({ status, error }) => `${status} ${error}`))).toEqual(
      new Set(['409 This niche is no longer available. Please choose another.']),
    )
    expect(others).toHaveLength(199)
    expect(await testApp.context.db.select().from(bookings)).toHaveLength(1)
    await expectInvariants(testApp.context.db)
  }, 120_000)

  /** The embedded engine runs one transaction at a time, so only PostgreSQL can show what the guards prevent. */
  test.runIf(process.env.TEST_ENGINE === 'postgres')(
    'without the index and the status check several applicants get the same niche, so the test above can fail',
    async () => {
      await allowDoubleBooking(testApp.context.db)
      const answers = await submitAtOnce(60)
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(1)
      expect(await findViolations(testApp.context.db)).toHaveProperty('a niche has more active bookings than places')
    },
    120_000,
  )
})
