import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { billApi } from '#contract/bills/api.ts'
import { formatBillNumber } from '#contract/bills/bill.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { verifyBooks } from '#server/bills/verify-books.ts'
import { bills } from '#server/database/schema.ts'
import { registerInstallation } from '#server/start/installation.ts'
import { makeBooking } from '../booking-factory.ts'
import { createCaller } from '../caller.ts'
import { buildProgram } from '../child-process.ts'
import { makeUser } from '../factories.ts'
import { isPostgres, prepareReplicas, waitUntilBlocked } from './replicas.ts'

const { testApp, replicas } = prepareReplicas()
const callers = 64

async function makeUnpaid(count: number) {
  const person = await makeUser(testApp.context)
  const made = Array.from({ length: count }, () => makeBooking(testApp.context, person, { payment: 'Pending' }))
  return (await Promise.all(made)).map(({ bookingID }) => bookingID)
}

/** Again while the server is busy, as a browser does: a slow machine may refuse some of so many at once. */
async function payUntilTaken(bookingID: string, cookie: string) {
  const body = { bookingID, paymentMethod: 'Cash' }
  const pay = () => createCaller(replicas.next(), cookie).call(paymentApi.update, { body })
  let answer = await pay()
  while (answer.status === 503) answer = await pay()
  expect(answer.status).toBe(200)
}

test('64 payments that two servers settle at once have the numbers 1 to 64, and none is older than the one before', async () => {
  const clerk = await testApp.signIn('staff')
  const unpaid = await makeUnpaid(callers)
  await Promise.all(unpaid.map((bookingID) => payUntilTaken(bookingID, clerk.cookie)))
  const written = await testApp.context.db.select({ number: bills.number }).from(bills).orderBy(bills.number)
  expect(written.map(({ number }) => number)).toEqual(Array.from({ length: callers }, (_, at) => at + 1))
  expect(await verifyBooks(testApp.context.db)).toEqual([])
}, 120_000)

test('corrections beside payments keep the numbers 1 to n, and of two corrections of one bill only one is written', async () => {
  const clerk = await testApp.signIn('staff')
  const [first, rest] = [await makeUnpaid(16), await makeUnpaid(16)]
  for (const bookingID of first) await payUntilTaken(bookingID, clerk.cookie)
  const correct = async (number: number, name: string) => {
    const body = { number: formatBillNumber(number), name, registrationNumber: '', reason: 'A test' }
    const send = () => createCaller(replicas.next(), clerk.cookie).call(billApi.correct, { body })
    let answer = await send()
    while (answer.status === 503) answer = await send()
    return answer.status
  }
  const [corrected] = await Promise.all([
    Promise.all(first.flatMap((_, at) => [correct(at + 1, 'One'), correct(at + 1, 'Other')])),
    ...rest.map((bookingID) => payUntilTaken(bookingID, clerk.cookie)),
  ])
  expect(corrected.filter((status) => status === 200)).toHaveLength(16)
  expect(corrected.filter((status) => status === 409)).toHaveLength(16)
  const written = await testApp.context.db.select({ number: bills.number }).from(bills).orderBy(bills.number)
  expect(written.map(({ number }) => number)).toEqual(Array.from({ length: 64 }, (_, at) => at + 1))
  expect(await verifyBooks(testApp.context.db)).toEqual([])
}, 120_000)

test.runIf(isPostgres)(
  'servers that are killed between a number and its commit leave no gap, while two others settle 64 payments',
  async () => {
    const { database, services, context } = testApp
    await registerInstallation(database, services.config)
    const crashingServer = await buildProgram('test/races/crashing-server.ts')
    onTestFinished(() => crashingServer.remove())
    const clerk = await testApp.signIn('staff')
    for (let round = 1; round <= 4; round++) {
      const [lost = '', ...unpaid] = await makeUnpaid(1 + callers / 4)
      const { child, waitForOutput, ended } = crashingServer.run({
        DATABASE_URL: database.url ?? '',
        ENCRYPTION_KEY: services.config.encryptionKey ?? '',
        LOG_LEVEL: 'silent',
        DIE_BEFORE: '1',
        PAUSE_FIRST: 'yes',
        WORK: JSON.stringify({ cookie: clerk.cookie, bookingID: lost }),
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      await waitForOutput('paused')
      const paid = unpaid.map((bookingID) => payUntilTaken(bookingID, clerk.cookie))
      await waitUntilBlocked(testApp.database)
      child.kill('SIGKILL')
      await Promise.all([ended, ...paid])
      await payUntilTaken(lost, clerk.cookie)
    }
    const written = await context.db.select({ number: bills.number }).from(bills).orderBy(bills.number)
    expect(written.map(({ number }) => number)).toEqual(Array.from({ length: callers + 4 }, (_, at) => at + 1))
    expect(await verifyBooks(context.db)).toEqual([])
  },
  240_000,
)

/**
 * Both payments run the statement of the product, but a trigger counts the number, and gives each transaction a row of its own to lock. They
 * wait until both have counted. The embedded engine runs one transaction at a time.
 */
test.runIf(isPostgres)(
  'without the lock of the series, two payments at once take the same number, and books:verify says so',
  async () => {
    const { db } = testApp.context
    const clerk = await testApp.signIn('staff')
    const unpaid = await makeUnpaid(2)
    for (const statement of [
      'alter table bills drop constraint bills_pkey',
      `create function count_bills() returns trigger language plpgsql as $$ begin
      new.series := 'COL ' || pg_current_xact_id();
      new.last_number := (select coalesce(max(number), 0) + 1 from bills);
      perform pg_advisory_xact_lock_shared(1);
      return new; end $$`,
      'create trigger count_bills before insert on bill_series for each row execute function count_bills()',
    ])
      await db.execute(sql.raw(statement))
    const paid = await db.transaction(async (db) => {
      await db.execute(sql`select pg_advisory_xact_lock(1)`)
      const paying = unpaid.map((bookingID) => payUntilTaken(bookingID, clerk.cookie))
      await waitUntilBlocked(testApp.database, 2)
      return { paying }
    })
    await Promise.all(paid.paying)
    expect((await db.select({ number: bills.number }).from(bills)).map(({ number }) => number)).toEqual([1, 1])
    await db.execute(sql`delete from bill_series where series <> (select min(series) from bill_series)`)
    expect((await verifyBooks(db)).join()).toContain('The numbers do not go from the first one to the last')
  },
)
