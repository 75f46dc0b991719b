import { sql } from 'drizzle-orm'
import { bookingApi } from '#contract/bookings/api.ts'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { application } from '#test/applications.ts'
import type { Caller } from '#test/caller.ts'
import { makePdf } from '#test/documents.ts'
import { makeNiche } from '#test/factories.ts'
import type { Bench } from './harness/bench.ts'
import { explainAll } from './harness/explain.ts'
import { furnishHouse, type House } from './harness/house.ts'

const small = 10_000
const large = 1_000_000
const rounds = 60

/** What a clerk asks all day. Whose number, and which booking, changes from round to round. */
const questions = {
  search: (clerk: Caller, n: number) => clerk.call(bookingApi.search, { query: { query: String(80_000_000 + n) } }),
  pending: (clerk: Caller) => clerk.call(bookingApi.pending, { query: {} }),
  approval: (clerk: Caller, n: number) => clerk.call(bookingApi.approval, { params: { bookingID: spoken(n) } }),
  stats: (clerk: Caller) => clerk.call(dashboardApi.stats),
}
type Question = keyof typeof questions
const names = Object.keys(questions) as Question[]

/** In a house of a million bookings each may take twice as long as in one of ten thousand. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const little = await furnishHouse(databaseUrl, 'little', small)
  await fillQueue(little)
  const great = await furnishHouse(databaseUrl, 'great', large)
  try {
    const took = await measure([little, great])
    for (const name of names) {
      const [before = Number.NaN, after = Number.NaN] = took.map((medians) => medians[name])
      console.log(`staff.${name}: ${before.toFixed(2)} ms, then ${after.toFixed(2)} ms`)
      figure(`staff.${name}_growth`, round2(after / before))
    }
    figure('approval.bytes_ratio', await weighApproval(little))
    const clerk = await great.signIn('staff')
    await explainAll(great, async () => {
      for (const name of names) await ask(name, clerk, 77_777)
    })
  } finally {
    await little.close()
    await great.close()
  }
}

/** Both houses answer a full first page, so that the size of the house is compared and not that of the answer. */
const fillQueue = ({ context }: House) =>
  context.db.execute(sql`
    update bookings set booking_status = 'Pending'
    where booking_status = 'Confirmed' and booking_type = 'Current' and ('x' || right(booking_id, 8))::bit(32)::int % 100 < 15`)

/** The houses take turns, so that both meet the machine in the same mood. */
async function measure(houses: readonly House[]): Promise<Record<Question, number>[]> {
  const clerks = await Promise.all(houses.map((house) => house.signIn('staff')))
  const times = houses.map(() => Object.fromEntries(names.map((name) => [name, [] as number[]])))
  for (let round = -5; round < rounds; round++) {
    for (const name of names) {
      for (const [at, clerk] of clerks.entries()) {
        const began = performance.now()
        await ask(name, clerk, 1 + (((round + 5) * 97) % 6000))
        if (round >= 0) times[at]?.[name]?.push(performance.now() - began)
      }
    }
  }
  return times.map(
    (of) => Object.fromEntries(names.map((name) => [name, median(of[name] ?? [])])) as Record<Question, number>,
  )
}

async function ask(name: Question, clerk: Caller, n: number) {
  const { status } = await questions[name](clerk, n)
  if (status !== 200) throw new Error(`${name} answered ${status}.`)
}

/** What is sent for each byte of a certificate of two megabytes. */
async function weighApproval(house: House): Promise<number> {
  const { nicheID } = await makeNiche(house.context)
  const content = makePdf(Array.from({ length: 25_000 }, (_, line) => `${line} ${'certificate '.repeat(6)}`).join('\n'))
  const family = await house.signIn('user')
  const made = await family.call(bookingApi.submit, {
    body: application(nicheID, 'PreOrder'),
    files: { birthCertFile: { name: 'birth.pdf', content } },
  })
  if (made.status !== 200) throw new Error(`The booking was refused: ${made.refusal.error}`)
  const clerk = await house.signIn('staff')
  const { body } = await clerk.call(bookingApi.approval, { params: { bookingID: made.body.bookingID } })
  if (!body.birthCertBase64) throw new Error('The certificate did not come.')
  console.log(`a certificate of ${content.length} bytes`)
  return round2(Buffer.byteLength(JSON.stringify(body)) / content.length)
}

const spoken = (n: number) => `B-ZZ${n.toString(16).toUpperCase().padStart(8, '0')}`
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const round2 = (value: number) => Math.round(value * 100) / 100
