import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urnApi } from '#contract/urns/api.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import { urnAttempts, urnMoves } from '#server/database/schema.ts'
import { registerInstallation } from '#server/installation.ts'
import { buildProgram } from '../child-process.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { confirmation, makeUrn } from '../urn-factory.ts'
import { type Call, sendCalls } from './send-calls.ts'

/** The embedded engine runs in the process that is killed, so a crash there is tested with its data folder. */
const isPostgres = process.env.TEST_ENGINE === 'postgres'

let testApp: TestApp
let crashingServer: Awaited<ReturnType<typeof buildProgram>>
beforeAll(async () => {
  testApp = await startTestApp()
  await registerInstallation(testApp.database, testApp.services.config)
  crashingServer = await buildProgram('test/races/crashing-urn-server.ts')
})
afterAll(async () => {
  await crashingServer.remove()
  await testApp.close()
})

/** True when the server was killed before that write; false when the calls take fewer writes. */
async function crashBefore(write: number, calls: readonly Call[]): Promise<boolean> {
  const program = crashingServer.run({
    DATABASE_URL: testApp.database.url ?? '',
    ENCRYPTION_KEY: testApp.services.config.encryptionKey ?? '',
    LOG_LEVEL: 'silent',
    DIE_BEFORE: String(write),
    CALLS: JSON.stringify(calls),
  })
  const end = await program.ended
  if (end !== 'SIGKILL' && program.stdout() !== 'finished') throw new Error(program.stderr())
  return end === 'SIGKILL'
}

/** From the store room to the niche, out again and to the family, by two people. */
async function callsFor() {
  const [first, second] = [await testApp.signIn('staff'), await testApp.signIn('staff')]
  const urn = await makeUrn(testApp.context, first)
  const bothConfirm = (event: 'place' | 'takeOut'): Call[] =>
    [first, second].map(({ cookie }) => ({ cookie, url: urnApi.confirm.path, body: confirmation(urn, event) }))
  const shelve = { requestID: randomUUID(), tag: urn.tag, shelf: 'Shelf 1' }
  const calls: Call[] = [
    { cookie: first.cookie, url: urnApi.shelve.path, body: shelve },
    ...bothConfirm('place'),
    ...bothConfirm('takeOut'),
  ]
  return { urn, calls }
}

test.runIf(isPostgres)(
  'a server that is killed before any write of shelving, placing and taking out leaves all or nothing, and the same requests finish it',
  async () => {
    const { db } = testApp.context
    let write = 1
    for (; ; write++) {
      const { urn, calls } = await callsFor()
      const crashed = await crashBefore(write, calls)
      expect((await verifyAudit(testApp.context)).problems).toEqual([])
      expect(await sendCalls(testApp.app, calls)).toEqual([200, 200, 200, 200, 200])
      const moves = await db.select().from(urnMoves).where(eq(urnMoves.tag, urn.tag))
      expect(moves.map(({ event }) => event)).toEqual(['receive', 'shelve', 'place', 'takeOut'])
      const attempts = await db.select().from(urnAttempts).where(eq(urnAttempts.tag, urn.tag))
      expect(attempts.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
      if (!crashed) break
    }
    expect(write).toBeGreaterThan(15)
    expect((await verifyAudit(testApp.context)).problems).toEqual([])
  },
  600_000,
)
