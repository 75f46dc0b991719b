import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { issueToken } from '#server/accounts/password-reset.ts'
import { loadConfig } from '#server/core/config.ts'
import { bookings, outbox, resetTokens } from '#server/database/schema.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { createMailTransport } from '#server/mail/transport.ts'
import { bookUnpaid } from '#test/booking-forms.ts'
import { sampleKey } from '#test/sample-key.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { createTestServices, prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { openTestDatabase } from '#test/test-database.ts'
import { runAllJobsOnce, startBackgroundJobs } from './background-jobs.ts'
import { openServices } from './services.ts'

const hourMs = 3_600_000

/** The embedded engine has no other clock than the machine. */
describe.runIf(process.env.TEST_ENGINE === 'postgres')('on a machine whose clock is wrong', () => {
  const testApp = prepareTestApp({ makeServices: (database, config) => createTestServices(database, config) })
  const applicant = prepareCaller(testApp, 'user', 'each')
  const transport = createMailTransport({ smtpUrl: undefined, mailFrom: 'care@columba.example' })

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const setClock = (off: number) => vi.setSystemTime(vi.getRealSystemTime() + off)

  const aSecondAgo = sql`now() - interval '1 second'`
  const endHold = (bookingID: string) =>
    testApp.context.db.update(bookings).set({ holdExpiresAt: aSecondAgo }).where(eq(bookings.bookingID, bookingID))
  async function statusOf(bookingID: string) {
    const [row] = await testApp.context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
    return row?.bookingStatus
  }

  const directions = [
    ['ahead', hourMs],
    ['behind', -hourMs],
  ] as const

  test.each(directions)(
    'a hold of 30 minutes ends when its time is over, with a clock an hour %s',
    async (_which, off) => {
      const { bookingID } = await bookUnpaid(testApp.context, applicant)
      setClock(off)
      await runAllJobsOnce(testApp.context)
      expect(await statusOf(bookingID)).toBe('Pending')
      await endHold(bookingID)
      await runAllJobsOnce(testApp.context)
      expect(await statusOf(bookingID)).toBe('Cancelled')
    },
  )

  test.each(directions)('a letter is sent when it is due, with a clock an hour %s', async (_which, off) => {
    const { context } = testApp
    await context.db.delete(outbox)
    const to = { email: 'mei@example.com', fullName: 'Tan Mei Ling' }
    const notBefore = new Date(context.clock().getTime() + hourMs / 2)
    await enqueueLetter(context, to, { kind: 'later', subject: 'Later', paragraphs: [], notBefore })
    await enqueueLetter(context, to, { kind: 'now', subject: 'Now', paragraphs: [] })
    setClock(off)
    await sendDueLetters(context, transport)
    const rows = await context.db.select().from(outbox)
    expect(rows.filter(({ sentAt }) => sentAt).map(({ kind }) => kind)).toEqual(['now'])
  })

  test.each(directions)(
    'a link to set a password stops working when its time is over, with a clock an hour %s',
    async (_which, off) => {
      const { context } = testApp
      setClock(off)
      const use = async (token: string) => {
        const body = { token, newPassword: 'another quiet room' }
        return (await testApp.anonymous.call(accountApi.resetPassword, { body })).status
      }
      const newToken = () => issueToken(context, applicant.person.userID, 'reset', 30)
      const expired = await newToken()
      await context.db.update(resetTokens).set({ expiresAt: aSecondAgo })
      expect([await use(expired), await use(await newToken())]).toEqual([400, 200])
    },
  )

  test.each(directions)('pages are told the time of the database, with a clock an hour %s', async (_which, off) => {
    setClock(off)
    const { headers } = await testApp.app.inject('/api/config')
    expect(Math.abs(Date.parse(String(headers.date)) - vi.getRealSystemTime())).toBeLessThan(60_000)
  })

  test.each(directions)(
    'a server that starts with a clock an hour %s has the time of the database, and is not ready',
    async (_which, off) => {
      const other = await openTestDatabase()
      setClock(off)
      const services = await openServices(
        loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey, DATABASE_URL: other.url }),
      )
      const { rows } = await other.db.execute(
        sql`select abs(extract(epoch from clock_timestamp() - ${services.clock().toISOString()})) < 5 as "isRight"`,
      )
      expect([rows, await services.readiness.isReady()]).toEqual([[{ isRight: true }], false])
      await services.database.close()
      await other.close()
    },
  )

  test.each(directions)(
    'no periodic job runs and no letter is sent while the clock is an hour %s, and /readyz says so until it is right again',
    async (_which, off) => {
      const { context } = testApp
      const { bookingID } = await bookUnpaid(context, applicant)
      await endHold(bookingID)
      await context.db.delete(outbox)
      await enqueueLetter(context, applicant.person, { kind: 'now', subject: 'Now', paragraphs: [] })
      const lettersSent = () => context.db.$count(outbox, isNotNull(outbox.sentAt))
      const start = () => startBackgroundJobs(testApp.services, transport)
      const ready = async () => (await testApp.app.inject('/readyz')).statusCode
      setClock(off)
      /** Stopping waits until each job has had its first turn. */
      await (await start()).stop()
      expect([await statusOf(bookingID), await lettersSent()]).toEqual(['Pending', 0])
      const jobs = await start()
      await expect.poll(ready).toBe(503)
      setClock(0)
      await expect.poll(() => statusOf(bookingID)).toBe('Cancelled')
      await expect.poll(lettersSent).toBeGreaterThan(0)
      await expect.poll(ready).toBe(200)
      await jobs.stop()
    },
  )
})
