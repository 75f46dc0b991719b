import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { bookings } from '#server/database/schema.ts'
import { application, certificateFiles } from '../booking-forms.ts'
import { makeNiche } from '../factories.ts'
import { expectInvariants, findViolations } from '../invariants.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { createSignedInApplicants } from './many-applicants.ts'
import { type Replicas, startSecondReplica } from './replicas.ts'

let testApp: TestApp
let replicas: Replicas
beforeEach(async () => {
  testApp = await startTestApp()
  replicas = await startSecondReplica(testApp)
})
afterEach(async () => {
  await replicas.close()
  await testApp.close()
})

/** The form as a browser sends it, made once for all. */
async function formFor(nicheID: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(application(nicheID))) form.append(name, value)
  for (const [name, file] of Object.entries(certificateFiles()))
    form.append(name, new Blob([new Uint8Array(file.content)]), file.name)
  const sent = new Response(form)
  return { type: sent.headers.get('content-type') ?? '', payload: Buffer.from(await sent.arrayBuffer()) }
}

/** Everyone submits at once; how often each status was answered, and in which words. */
async function submitAtOnce(size: number) {
  const { nicheID } = await makeNiche(testApp.context)
  const crowd = await createSignedInApplicants(testApp.context, size)
  const { type, payload } = await formFor(nicheID)
  const answers = await Promise.all(
    crowd.map((cookie) =>
      replicas
        .next()
        .inject({ method: 'POST', url: bookingApi.submit.path, headers: { cookie, 'content-type': type }, payload }),
    ),
  )
  return answers.map((answer) => ({ status: answer.statusCode, error: answer.json().error as string | undefined }))
}

describe('two hundred families who want the same niche at the same moment', () => {
  test('leave one booking, and one clear sentence to each of the others', async () => {
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

  /** The embedded engine runs one transaction at a time, so only a server of many can show what the guards hold back. */
  test.runIf(process.env.TEST_ENGINE === 'postgres')(
    'would leave several without the guards: this test can fail',
    async () => {
      await testApp.context.db.execute(sql`drop index bookings_one_active_per_niche`)
      await testApp.context.db.execute(sql`
      create function always_free() returns trigger language plpgsql as $$ begin new.status := 'Available'; return new; end $$`)
      await testApp.context.db.execute(
        sql`create trigger always_free before update on niches for each row execute function always_free()`,
      )
      const answers = await submitAtOnce(60)
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(1)
      expect(await findViolations(testApp.context.db)).toHaveProperty('a niche has two active bookings')
    },
    120_000,
  )
})
