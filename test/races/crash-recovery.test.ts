import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '#server/bills/verify-books.ts'
import { bookings, niches, payments, urnAttempts, urnMoves } from '#server/database/schema.ts'
import { registerInstallation } from '#server/start/installation.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import { buildProgram } from '../child-process.ts'
import { makeNiche } from '../factories.ts'
import { expectInvariants } from '../invariants.ts'
import { prepareTestApp } from '../test-app.ts'
import { makeUrn } from '../urn-factory.ts'
import { type Custody, doWork, newRequestIDs, type Work } from './repeatable-work.ts'
import { isPostgres } from './replicas.ts'

/** These tests need PostgreSQL: the embedded engine runs in the process that is killed, so power-loss.test.ts tests it instead. */
const testApp = prepareTestApp()
let crashingServer: Awaited<ReturnType<typeof buildProgram>>
beforeAll(async () => {
  await registerInstallation(testApp.database, testApp.services.config)
  crashingServer = await buildProgram('test/races/crashing-server.ts')
})
afterAll(async () => {
  await crashingServer.remove()
})

/** True when the server was killed before that write; false when the work takes fewer. */
async function crashBefore(write: number, work: Work): Promise<boolean> {
  const program = crashingServer.run({
    DATABASE_URL: testApp.database.url ?? '',
    ENCRYPTION_KEY: testApp.services.config.encryptionKey ?? '',
    LOG_LEVEL: 'silent',
    DIE_BEFORE: String(write),
    WORK: JSON.stringify(work),
  })
  const end = await program.ended
  if (end !== 'SIGKILL' && program.stdout() !== 'finished') throw new Error(program.stderr())
  return end === 'SIGKILL'
}

async function findActiveBookings(userID: string, nicheID: string) {
  return testApp.context.db
    .select({ status: bookings.bookingStatus, payment: payments.paymentStatus, niche: niches.status })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .where(and(eq(bookings.userID, userID), eq(bookings.nicheID, nicheID), ne(bookings.bookingStatus, 'Cancelled')))
}

test.runIf(isPostgres)(
  'a server that is killed before any of its writes leaves all or nothing, and the booking can then be completed',
  async () => {
    let write = 1
    for (; ; write++) {
      const family = await testApp.signIn('user')
      const { nicheID } = await makeNiche(testApp.context)
      const work = { cookie: family.cookie, nicheID }
      const crashed = await crashBefore(write, work)
      await expectInvariants(testApp.context.db)
      expect(await verifyBooks(testApp.context.db), `killed before write ${write}`).toEqual([])
      await doWork(testApp.app, work)
      expect(await findActiveBookings(family.person.userID, nicheID)).toEqual([
        { status: 'Pending', payment: 'Paid', niche: 'Pending' },
      ])
      const letters = await testApp.letters({ to: family.person.email })
      expect(letters.map(({ kind }) => kind)).toEqual(['receipt'])
      if (!crashed) break
    }
    expect(write).toBeGreaterThan(6)
    await expectInvariants(testApp.context.db)
  },
  600_000,
)

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
      await doWork(testApp.app, custody)
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
