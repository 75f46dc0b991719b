import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookings, niches, payments } from '#server/database/schema.ts'
import { buildProgram } from '../child-process.ts'
import { makeNiche } from '../factories.ts'
import { expectInvariants } from '../invariants.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { bookAndPay } from './book-and-pay.ts'

/** The embedded engine lives in the process that dies, and shows the same in power-loss.test.ts. */
const isServer = process.env.TEST_ENGINE === 'postgres'

let testApp: TestApp
let victim: Awaited<ReturnType<typeof buildProgram>>
beforeAll(async () => {
  testApp = await startTestApp()
  victim = await buildProgram('test/races/crashing-server.ts')
})
afterAll(async () => {
  await victim.remove()
  await testApp.close()
})

/** True when the server was struck down on its way; false when the journey has no such step any more. */
async function crashBefore(before: number, cookie: string, nicheID: string): Promise<boolean> {
  const program = victim.run({
    DATABASE_URL: testApp.database.url ?? '',
    ENCRYPTION_KEY: testApp.services.config.encryptionKey ?? '',
    LOG_LEVEL: 'silent',
    DIE_BEFORE: String(before),
    COOKIE: cookie,
    NICHE_ID: nicheID,
  })
  const end = await program.ended
  if (end !== 'SIGKILL' && program.stdout() !== 'arrived') throw new Error(program.stderr())
  return end === 'SIGKILL'
}

async function whatBecameOf(userID: string, nicheID: string) {
  const { db } = testApp.context
  const active = await db
    .select({ status: bookings.bookingStatus, payment: payments.paymentStatus, niche: niches.status })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .where(and(eq(bookings.userID, userID), eq(bookings.nicheID, nicheID), ne(bookings.bookingStatus, 'Cancelled')))
  return active
}

test.runIf(isServer)(
  'struck down before any of its writes, the server leaves all or nothing, and the journey can be walked to its end',
  async () => {
    let before = 1
    for (; ; before++) {
      const family = await testApp.signIn('user')
      const { nicheID } = await makeNiche(testApp.context)
      const crashed = await crashBefore(before, family.cookie, nicheID)
      await expectInvariants(testApp.context.db)
      await bookAndPay(testApp.app, family.cookie, nicheID)
      expect(await whatBecameOf(family.person.userID, nicheID)).toEqual([
        { status: 'Pending', payment: 'Paid', niche: 'Pending' },
      ])
      const letters = (await testApp.letters()).filter(({ to }) => to === family.person.email)
      expect(letters.map(({ kind }) => kind)).toEqual(['receipt'])
      if (!crashed) break
    }
    expect(before).toBeGreaterThan(20)
    await expectInvariants(testApp.context.db)
  },
  600_000,
)
