import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { inTransaction } from '#server/core/context.ts'
import { bookings, niches } from '#server/database/schema.ts'
import { application, certificateFiles } from '../booking-forms.ts'
import { createCaller } from '../caller.ts'
import { makeNiche } from '../factories.ts'
import { allowDoubleBooking, findViolations } from '../find-violations.ts'
import { expectInvariants } from '../invariants.ts'
import { createSignedInApplicants } from './many-applicants.ts'
import { isPostgres, prepareReplicas, waitUntilBlocked } from './replicas.ts'

const { testApp, replicas } = prepareReplicas()

/** Submits the same form as many applicants at once; returns what each is answered. */
async function submitAtOnce(size: number, { nicheID }: { nicheID: string }) {
  const cookies = await createSignedInApplicants(testApp.context, size)
  const form = { body: application(nicheID), files: certificateFiles() }
  return Promise.all(cookies.map((cookie) => createCaller(replicas.next(), cookie).call(bookingApi.submit, form)))
}

test('two hundred applicants submit for one niche: one gets it and the others are told that it is taken', async () => {
  const answers = await submitAtOnce(200, await makeNiche(testApp.context))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const others = answers.filter(({ status }) => status !== 200)
  expect(new Set(others.map(({ status, refusal }) => `${status} ${refusal.error}`))).toEqual(
    new Set(['409 This niche is no longer available. Please choose another.']),
  )
  expect(others).toHaveLength(199)
  expect(await testApp.context.db.select().from(bookings)).toHaveLength(1)
  await expectInvariants(testApp.context.db)
}, 120_000)

test('one form that two servers get eight times at the same moment is one booking, and each answer names it', async () => {
  const { nicheID } = await makeNiche(testApp.context)
  const [cookie = ''] = await createSignedInApplicants(testApp.context, 1)
  const form = { body: application(nicheID), files: certificateFiles() }
  const send = () => createCaller(replicas.next(), cookie).call(bookingApi.submit, form)
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, send))
  expect(first?.status).toBe(200)
  for (const { status, body } of others) expect([status, body]).toEqual([200, first?.body])
  expect(await testApp.context.db.select().from(bookings)).toHaveLength(1)
  await expectInvariants(testApp.context.db)
})

test.runIf(isPostgres)(
  'without the index and the status check several applicants get the same niche, so the test above can fail',
  async () => {
    const { context } = testApp
    await allowDoubleBooking(context.db)
    const niche = await makeNiche(context)
    /** The niche is locked until two applicants have seen that it is free, however fast the first one is. */
    const answers = await inTransaction(context, async ({ db }) => {
      await db.select().from(niches).where(eq(niches.nicheID, niche.nicheID)).for('update')
      const sent = submitAtOnce(60, niche)
      await waitUntilBlocked(testApp.database, 2)
      return { sent }
    }).then(({ sent }) => sent)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(1)
    expect(await findViolations(context.db)).toHaveProperty('a niche has more active bookings than places')
  },
  120_000,
)
