import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cashUpApi } from '#contract/cash-up/api.ts'
import { paymentApi } from '#contract/payments/api.ts'
import { bookUnpaid } from '../booking-forms.ts'
import { createCaller } from '../caller.ts'
import { prepareCaller } from '../test-app.ts'
import { prepareReplicas } from './replicas.ts'

const { testApp, replicas } = prepareReplicas()
const clerk = prepareCaller(testApp, 'staff', 'each')
let unpaid: string[]

beforeEach(async () => {
  const family = await testApp.signIn('user')
  unpaid = []
  for (let each = 0; each < 12; each++) unpaid.push((await bookUnpaid(testApp.context, family)).bookingID)
})

const onNextReplica = () => createCaller(replicas.next(), clerk.cookie)
const take = (bookingID: string) =>
  onNextReplica().call(paymentApi.update, { body: { bookingID, paymentMethod: 'Cash' } })

async function countDrawer() {
  const { through, lines } = (await clerk.call(cashUpApi.drawer)).body
  return { through: through ?? 0, lines: lines.map(({ payments, ...line }) => ({ ...line, counted: line.expected })) }
}

/** Six payments are in the drawer; six more arrive while five clerks close it. */
async function closeWhilePaymentsArrive() {
  for (const bookingID of unpaid.slice(0, 6)) await take(bookingID)
  const body = await countDrawer()
  const arriving = unpaid.slice(6).map(take)
  const closing = Array.from({ length: 5 }, () => onNextReplica().call(cashUpApi.close, { body }))
  for (const { status } of await Promise.all(arriving)) expect(status).toBe(200)
  return (await Promise.all(closing)).map(({ status, refusal }) => refusal.code ?? status).toSorted()
}

test('five clerks close the drawer at once while payments arrive: one succeeds, and each payment is in that cash-up or the next', async () => {
  expect(await closeWhilePaymentsArrive()).toEqual([200, ...Array(4).fill('CASH_UP_OPEN')])
  const { rows } = await testApp.context.db.execute(sql`
    select (select sum(expected_cents) from cash_up_lines)::int as closed,
      (select sum(moved_cents) from payment_events where cash_up_number is not null)::int as taken,
      (select sum(moved_cents) from payment_events where cash_up_number is null)::int as left`)
  expect(rows).toEqual([{ closed: 6 * 380_000, taken: 6 * 380_000, left: 6 * 380_000 }])
})

test('without the index, a second count can be opened while the first waits, so the race test can fail', async () => {
  await testApp.context.db.execute(sql`drop index cash_ups_one_open`)
  for (const bookingID of unpaid.slice(0, 1)) await take(bookingID)
  expect((await clerk.call(cashUpApi.close, { body: await countDrawer() })).status).toBe(200)
  for (const bookingID of unpaid.slice(1, 2)) await take(bookingID)
  expect((await clerk.call(cashUpApi.close, { body: await countDrawer() })).status).toBe(200)
})
