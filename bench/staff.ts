import { sql } from 'drizzle-orm'
import { bookingApi } from '#contract/bookings/api.ts'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { application } from '#test/booking-forms.ts'
import type { Caller } from '#test/caller.ts'
import { makePdf } from '#test/certificate-files.ts'
import { makeNiche } from '#test/factories.ts'
import type { Bench } from './harness/bench.ts'
import { type BenchApp, startBenchApp } from './harness/bench-app.ts'
import { explainAll } from './harness/explain-queries.ts'

const small = 10_000
const large = 1_000_000
const runs = 3
const rounds = 60

/** The calls that clerks make most. The number and the booking change from round to round. */
const calls = {
  search: (clerk: Caller, n: number) => clerk.call(bookingApi.search, { query: { query: String(80_000_000 + n) } }),
  pending: (clerk: Caller) => clerk.call(bookingApi.pending, { query: {} }),
  approval: (clerk: Caller, n: number) => clerk.call(bookingApi.approval, { params: { bookingID: bookingIDOf(n) } }),
  stats: (clerk: Caller) => clerk.call(dashboardApi.stats),
}
type Call = keyof typeof calls
const names = Object.keys(calls) as Call[]

/** Compares latency with 1,000,000 bookings and with 10,000. It should at most double. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const smaller = await startBenchApp(databaseUrl, 'smaller', small)
  await fillQueue(smaller)
  const larger = await startBenchApp(databaseUrl, 'larger', large)
  try {
    for (let run = 0; run < runs; run++) {
      const medians = await measure([smaller, larger])
      for (const name of names) {
        const [before = Number.NaN, after = Number.NaN] = medians.map((of) => of[name])
        console.log(
          `staff.${name}: ${before.toFixed(2)} ms with ${small} bookings, ${after.toFixed(2)} ms with ${large}`,
        )
        figure(`staff.${name}_growth`, after / before)
      }
    }
    figure('approval.bytes_ratio', await measureApprovalBytes(smaller))
    const clerk = await larger.signIn('staff')
    await explainAll(larger, async () => {
      for (const name of names) await callOnce(name, clerk, 77_777)
    })
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

/** The apps take turns, so that other load on the machine affects both. */
async function measure(apps: readonly BenchApp[]): Promise<Record<Call, number>[]> {
  const clerks = await Promise.all(apps.map((app) => app.signIn('staff')))
  const times = apps.map(() => Object.fromEntries(names.map((name) => [name, [] as number[]])))
  for (let round = -5; round < rounds; round++) {
    for (const name of names) {
      for (const [at, clerk] of clerks.entries()) {
        const start = performance.now()
        await callOnce(name, clerk, 1 + (((round + 5) * 97) % 6000))
        if (round >= 0) times[at]?.[name]?.push(performance.now() - start)
      }
    }
  }
  return times.map(
    (of) => Object.fromEntries(names.map((name) => [name, median(of[name] ?? [])])) as Record<Call, number>,
  )
}

async function callOnce(name: Call, clerk: Caller, n: number) {
  const { status } = await calls[name](clerk, n)
  if (status !== 200) throw new Error(`${name} returned status ${status}.`)
}

/** Bytes sent per byte of a 2 MB certificate. */
async function measureApprovalBytes(app: BenchApp): Promise<number> {
  const { nicheID } = await makeNiche(app.context)
  const content = makePdf(Array.from({ length: 25_000 }, (_, line) => `${line} ${'certificate '.repeat(6)}`).join('\n'))
  const family = await app.signIn('user')
  const made = await family.call(bookingApi.submit, {
    body: application(nicheID, 'PreOrder'),
    files: { birthCertFile: { name: 'birth.pdf', content } },
  })
  if (made.status !== 200) throw new Error(`The booking was refused: ${made.refusal.error}`)
  const clerk = await app.signIn('staff')
  const { body } = await clerk.call(bookingApi.approval, { params: { bookingID: made.body.bookingID } })
  if (!body.birthCertBase64) throw new Error('The reply has no certificate.')
  console.log(`certificate: ${content.length} bytes`)
  return Buffer.byteLength(JSON.stringify(body)) / content.length
}

const bookingIDOf = (n: number) => `B-ZZ${n.toString(16).toUpperCase().padStart(8, '0')}`
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
