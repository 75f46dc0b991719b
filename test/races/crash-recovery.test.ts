import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookings, niches, payments } from '#server/database/schema.ts'
import { registerInstallation } from '#server/start/installation.ts'
import { buildProgram } from '../child-process.ts'
import { makeNiche } from '../factories.ts'
import { expectInvariants } from '../invariants.ts'
import { prepareTestApp } from '../test-app.ts'
import { bookAndPay } from './book-and-pay.ts'

/** The embedded engine runs in the process that is killed, so power-loss.test.ts tests it instead. */
const isPostgres = process.env.TEST_ENGINE === 'postgres'

const testApp = prepareTestApp()
let crashingServer: Awaited<ReturnType<typeof buildProgram>>
beforeAll(async () => {
  await registerInstallation(testApp.database, testApp.services.config)
  crashingServer = await buildProgram('test/races/crashing-server.ts')
})
afterAll(async () => {
  await crashingServer.remove()
})

/** True when the server was killed before that write; false when booking and paying takes fewer writes. */
async function crashBefore(write: number, cookie: string, nicheID: string): Promise<boolean> {
  const program = crashingServer.run({
    DATABASE_URL: testApp.database.url ?? '',
    ENCRYPTION_KEY: testApp.services.config.encryptionKey ?? '',
    LOG_LEVEL: 'silent',
    DIE_BEFORE: String(write),
    COOKIE: cookie,
    NICHE_ID: nicheID,
  })
  const end = await program.ended
  if (end !== 'SIGKILL' && program.stdout() !== 'finished') throw new Error(program.stderr())
  return end === 'SIGKILL'
}

async function findActiveBookings(userID: string, nicheID: string) {
  const { db } = testApp.context
  const active = await db
    .select({ status: bookings.bookingStatus, payment: payments.paymentStatus, niche: niches.status })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .where(and(eq(bookings.userID, userID), eq(bookings.nicheID, nicheID), ne(bookings.bookingStatus, 'Cancelled')))
  return active
}

test.runIf(isPostgres)(
  'a server that is killed before any of its writes leaves all or nothing, and the booking can then be completed',
  async () => {
    let write = 1
    for (; ; write++) {
      const family = await testApp.signIn('user')
      const { nicheID } = await makeNiche(testApp.context)
      const crashed = await crashBefore(write, family.cookie, nicheID)
      await expectInvariants(testApp.context.db)
      await bookAndPay(testApp.app, family.cookie, nicheID)
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
