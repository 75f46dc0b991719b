import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urnAttempts, urnMoves } from '#server/database/schema.ts'
import { registerInstallation } from '#server/start/installation.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import { buildProgram } from '../child-process.ts'
import { prepareTestApp } from '../test-app.ts'
import { makeUrn } from '../urn-factory.ts'
import { type Custody, moveByTwo, newRequestIDs } from './move-by-two.ts'

/** The embedded engine runs in the process that is killed, so power-loss.test.ts tests it instead. */
const isPostgres = process.env.TEST_ENGINE === 'postgres'

const testApp = prepareTestApp()
let crashingServer: Awaited<ReturnType<typeof buildProgram>>
beforeAll(async () => {
  await registerInstallation(testApp.database, testApp.services.config)
  crashingServer = await buildProgram('test/races/crashing-urn-server.ts')
})
afterAll(async () => {
  await crashingServer.remove()
})

/** True when the server was killed before that write; false when the moves take fewer. */
async function crashBefore(write: number, custody: Custody): Promise<boolean> {
  const program = crashingServer.run({
    DATABASE_URL: testApp.database.url ?? '',
    ENCRYPTION_KEY: testApp.services.config.encryptionKey ?? '',
    LOG_LEVEL: 'silent',
    DIE_BEFORE: String(write),
    CUSTODY: JSON.stringify(custody),
  })
  const end = await program.ended
  if (end !== 'SIGKILL' && program.stdout() !== 'finished') throw new Error(program.stderr())
  return end === 'SIGKILL'
}

async function newCustody(): Promise<Custody> {
  const [one, other] = [await testApp.signIn('staff'), await testApp.signIn('staff')]
  const urn = await makeUrn(testApp.context, one)
  return { urn, cookies: [one.cookie, other.cookie], requestIDs: newRequestIDs() }
}

async function readLedger({ urn: { tag } }: Custody) {
  const { db } = testApp.context
  const moves = await db.select().from(urnMoves).where(eq(urnMoves.tag, tag)).orderBy(urnMoves.position)
  const attempts = await db.select().from(urnAttempts).where(eq(urnAttempts.tag, tag))
  return { moves: moves.map(({ event }) => event), attempts: attempts.map(({ outcome }) => outcome) }
}

test.runIf(isPostgres)(
  'a server that is killed before the end of any step of shelving, placing, taking out and releasing leaves all or nothing, and the same requests finish it',
  async () => {
    let write = 1
    for (; ; write++) {
      const custody = await newCustody()
      const crashed = await crashBefore(write, custody)
      expect((await verifyAudit(testApp.context)).problems, `killed before write ${write}`).toEqual([])
      const { moves, attempts } = await readLedger(custody)
      const ofTwoPeople = moves.filter((event) => event !== 'receive' && event !== 'shelve')
      expect(attempts.filter((outcome) => outcome === 'done')).toHaveLength(ofTwoPeople.length)
      await moveByTwo(testApp.app, custody)
      expect(await readLedger(custody), `killed before write ${write}`).toEqual({
        moves: ['receive', 'shelve', 'place', 'takeOut', 'release'],
        attempts: ['done', 'done', 'done'],
      })
      if (!crashed) break
    }
    expect(write).toBeGreaterThan(7)
  },
  600_000,
)
