import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookings, niches, payments } from '#server/database/schema.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { makeNiche } from '../factories.ts'
import { expectSound } from '../invariants.ts'
import { buildProgram } from '../programs.ts'
import { walk } from './journey.ts'

/** The embedded engine lives in the process that dies, and shows the same in kill.test.ts. */
const isServer = process.env.TEST_ENGINE === 'postgres'

let it: TestApp
let victim: Awaited<ReturnType<typeof buildProgram>>
beforeAll(async () => {
  it = await startTestApp()
  victim = await buildProgram('test/races/victim.ts')
})
afterAll(async () => {
  await victim.remove()
  await it.close()
})

/** True when the server was struck down on its way; false when the journey has no such step any more. */
async function strike(before: number, cookie: string, nicheID: string): Promise<boolean> {
  const program = victim.run({
    DATABASE_URL: it.database.url ?? '',
    ENCRYPTION_KEY: it.services.config.encryptionKey ?? '',
    LOG_LEVEL: 'silent',
    DIE_BEFORE: String(before),
    COOKIE: cookie,
    NICHE_ID: nicheID,
  })
  const end = await program.ended
  if (end !== 'SIGKILL' && program.said() !== 'arrived') throw new Error(program.complained())
  return end === 'SIGKILL'
}

async function whatBecameOf(userID: string, nicheID: string) {
  const { db } = it.context
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
      const family = await it.signIn('user')
      const { nicheID } = await makeNiche(it.context)
      const struck = await strike(before, family.cookie, nicheID)
      await expectSound(it.context.db)
      await walk(it.app, family.cookie, nicheID)
      expect(await whatBecameOf(family.person.userID, nicheID)).toEqual([
        { status: 'Pending', payment: 'Paid', niche: 'Pending' },
      ])
      const letters = (await it.letters()).filter(({ to }) => to === family.person.email)
      expect(letters.map(({ kind }) => kind)).toEqual(['receipt'])
      if (!struck) break
    }
    expect(before).toBeGreaterThan(20)
    await expectSound(it.context.db)
  },
  600_000,
)
