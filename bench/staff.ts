import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { sql } from 'drizzle-orm'
import { billApi } from '#contract/bills/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { familyApi } from '#contract/family/api.ts'
import { rollUpStats } from '#server/dashboard/roll-up-stats.ts'
import { application } from '#test/booking-forms.ts'
import type { Caller } from '#test/caller.ts'
import { makeNoisyPng } from '#test/certificate-files.ts'
import { makeNiche } from '#test/factories.ts'
import type { Bench } from './harness/bench.ts'
import { type BenchApp, startBenchApp } from './harness/bench-app.ts'
import { growthOf } from './harness/growth.ts'
import { measureRatios } from './harness/ratio.ts'

const small = 10_000
const large = 1_000_000

/** The calls that clerks make most. The number and the booking change from round to round. */
const calls = {
  search: (clerk: Caller, n: number) => clerk.call(bookingApi.search, { query: { query: String(80_000_000 + n) } }),
  pending: (clerk: Caller) => clerk.call(bookingApi.pending, { query: {} }),
  approval: (clerk: Caller, n: number) => clerk.call(bookingApi.approval, { params: { bookingID: bookingIDOf(n) } }),
  stats: (clerk: Caller) => clerk.call(dashboardApi.stats),
  /** The list, what is overdue in it, and the statement of one person. */
  bills: async (clerk: Caller, n: number) => {
    for (const query of [{}, { state: 'overdue' } as const]) {
      const list = await clerk.call(billApi.list, { query })
      if (list.status !== 200) return list
    }
    return clerk.call(familyApi.statement, { query: { bookingID: bookingIDOf(n) } })
  },
}
type Call = keyof typeof calls
const names = Object.keys(calls) as Call[]

/** Compares latency with 1,000,000 bookings and with 10,000. It should at most double. */
export const bench: Bench = async (run) => {
  const smaller = await startBenchApp(run.databaseUrl, 'smaller', small)
  await fillQueue(smaller)
  const larger = await startBenchApp(run.databaseUrl, 'larger', large)
  for (const app of [smaller, larger]) await fillBills(app)
  try {
    const { search, pending, approval, stats, bills } = await growthOf([smaller, larger], names, callOnce, 6000)
    await measureRatios(run, {
      'staff.search_growth': search,
      'staff.pending_growth': pending,
      'staff.approval_growth': approval,
      'staff.stats_growth': stats,
      'bills.growth': bills,
    })
    run.figure('approval.bytes_ratio', await measureApprovalBytes(smaller))
  } finally {
    await smaller.close()
    await larger.close()
  }
}

/** Gives the smaller database a full first page too, so that both return replies of the same size. */
const fillQueue = ({ context }: BenchApp) =>
  context.db.execute(sql`
    update bookings set booking_status = 'Pending'
    where booking_status = 'Confirmed' and booking_type = 'Current' and ('x' || right(booking_id, 8))::bit(32)::int % 100 < 15`)

/** One for each payment, with its money. A hundred of them are overdue. */
async function fillBills({ context }: BenchApp) {
  const { db } = context
  await db.execute(sql`
    insert into bills (number, kind, cause, payment_id, booking_id, issued_at, supplier, buyer_name, niche_code, lines, net_cents, tax_cents,
      gross_cents, payment_method, due_on)
    select row_number() over (order by payment_id), 'bill', 'settled', payment_id, booking_id, settled_at,
      '{"name": "House", "address": "1 Hill", "registrationNumber": "T1", "taxNote": "", "taxNumber": ""}', 'Tan Ah Kow', 'A-1',
      '[{"text": "Niche A-1", "rate": 0, "net": "2800.00", "tax": "0.00", "gross": "2800.00"}]', amount_cents, 0, amount_cents, payment_method,
      case when row_number() over (order by payment_id) <= 100 then date '2020-01-01' end
    from payments`)
  await db.execute(sql`
    insert into payment_events (payment_id, kind, moved_cents, method, at)
    select payment_id, 'paid', amount_cents, payment_method, settled_at from payments`)
  await db.execute(
    sql`update payments set payment_status = 'Billed' where payment_id in (select payment_id from bills where number <= 100)`,
  )
  /** The payments changed the statistics, which a background job has long added up in a house with so many. */
  await rollUpStats(context, Number.MAX_SAFE_INTEGER)
  await db.execute(sql`vacuum analyze`)
}

async function callOnce(name: Call, clerk: Caller, n: number) {
  const { status } = await calls[name](clerk, n)
  if (status !== 200) throw new Error(`${name} returned status ${status}.`)
}

/** The bytes on the wire per byte of a certificate of 2 MB that cannot be compressed further, for a browser. */
async function measureApprovalBytes(app: BenchApp): Promise<number> {
  const { nicheID } = await makeNiche(app.context)
  const content = makeNoisyPng(1400)
  const family = await app.signIn('user')
  const made = await family.call(bookingApi.submit, {
    body: application(nicheID, 'PreOrder'),
    files: { birthCertFile: { name: 'birth.png', content } },
  })
  if (made.status !== 200) throw new Error(`The booking was refused: ${made.refusal.error}`)
  const { cookie } = await app.signIn('staff')
  const headers = { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' }
  const request = get(`${await app.listen()}/api/booking/approval/${made.body.bookingID}`, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  await once(response.resume(), 'end')
  if (response.statusCode !== 200) throw new Error(`The approval was answered with ${response.statusCode}.`)
  console.log(`certificate: ${content.length} bytes, sent as ${response.headers['content-encoding']}`)
  return response.socket.bytesRead / content.length
}

const bookingIDOf = (n: number) => `B-ZZ${n.toString(16).toUpperCase().padStart(8, '0')}`
