import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { bookings } from '#server/database/schema.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { application, papers } from '../applications.ts'
import { makeNiche } from '../factories.ts'
import { expectSound, listBroken } from '../invariants.ts'
import { gatherCrowd } from './crowd.ts'
import { joinReplica, type Replicas } from './replicas.ts'

let it: TestApp
let replicas: Replicas
beforeEach(async () => {
  it = await startTestApp()
  replicas = await joinReplica(it)
})
afterEach(async () => {
  await replicas.close()
  await it.close()
})

/** The form as a browser sends it, made once for all. */
async function formFor(nicheID: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(application(nicheID))) form.append(name, value)
  for (const [name, file] of Object.entries(papers()))
    form.append(name, new Blob([new Uint8Array(file.content)]), file.name)
  const sent = new Response(form)
  return { type: sent.headers.get('content-type') ?? '', payload: Buffer.from(await sent.arrayBuffer()) }
}

/** Everyone submits at once; how often each status was answered, and in which words. */
async function rush(size: number) {
  const { nicheID } = await makeNiche(it.context)
  const crowd = await gatherCrowd(it.context, size)
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
    const answers = await rush(200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    expect(new Set(others.map(({ status, error }) => `${status} ${error}`))).toEqual(
      new Set(['409 This niche is no longer available. Please choose another.']),
    )
    expect(others).toHaveLength(199)
    expect(await it.context.db.select().from(bookings)).toHaveLength(1)
    await expectSound(it.context.db)
  }, 120_000)

  /** The embedded engine runs one transaction at a time, so only a server of many can show what the guards hold back. */
  test.runIf(process.env.TEST_ENGINE === 'postgres')(
    'would leave several without the guards: this test can fail',
    async () => {
      await it.context.db.execute(sql`drop index bookings_one_active_per_niche`)
      await it.context.db.execute(sql`
      create function always_free() returns trigger language plpgsql as $$ begin new.status := 'Available'; return new; end $$`)
      await it.context.db.execute(
        sql`create trigger always_free before update on niches for each row execute function always_free()`,
      )
      const answers = await rush(60)
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(1)
      expect(await listBroken(it.context.db)).toHaveProperty('a niche has two active bookings')
    },
    120_000,
  )
})
