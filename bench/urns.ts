import { sql } from 'drizzle-orm'
import { findApi } from '#contract/find/api.ts'
import type { Caller } from '#test/caller.ts'
import type { Bench } from './harness/bench.ts'
import { type BenchApp, startBenchApp } from './harness/bench-app.ts'
import { explainAll } from './harness/explain-queries.ts'

const small = 1_000
const large = 100_000
const rounds = 60

/** What people look for, by the name of its figure; the person changes from round to round. */
const calls = {
  find: (visitor: Caller, n: number) => visitor.call(findApi.find, { body: personNumber(n) }),
}
type Call = keyof typeof calls
const names = Object.keys(calls) as Call[]

/** Compares latency with 100,000 people in their niches and with 1,000. It should at most double. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const smaller = await startBenchApp(databaseUrl, 'smaller', small)
  const larger = await startBenchApp(databaseUrl, 'larger', large)
  try {
    for (const app of [smaller, larger]) await nameEverybody(app)
    const medians = await measure([smaller, larger])
    for (const name of names) {
      const [before = Number.NaN, after = Number.NaN] = medians.map((of) => of[name])
      console.log(`urns.${name}: ${before.toFixed(2)} ms with ${small} people, ${after.toFixed(2)} ms with ${large}`)
      figure(`${name}.growth`, Math.round((after / before) * 100) / 100)
    }
    const visitor = await larger.signIn('user')
    await explainAll(larger, async () => {
      for (const name of names) await callOnce(name, visitor, 777)
    })
  } finally {
    await smaller.close()
    await larger.close()
  }
}

const surnames = 'Tan Lim Lee Ng Ong Wong Goh Chua Chan Koh Teo Ang Yeo Tay Ho Low Sim Toh Seah Foo'.split(' ')
const given = 'Mei Ling Siew Hwa Hui Min Bee Lian Xin Yi Geok Choo Li Ting Ah Moy Shu Fen Poh Suan Wei Jie'.split(' ')

/** The names and dates by number, in TypeScript and in SQL. Among 100,000, a few have the same name and year. */
function personNumber(n: number) {
  const part = (list: readonly string[], step: number) => list[Math.floor(n / step) % list.length] ?? ''
  const name = [part(surnames, 1), part(given, 20), part(given, 520), `K${Math.floor(n / 13_520)}`].join(' ')
  return { name, diedIn: String(1990 + (n % 30)) }
}

async function nameEverybody({ context: { db } }: BenchApp) {
  const pick = (list: readonly string[], step: number) =>
    sql`(array[${sql.join(
      list.map((each) => sql`${each}::text`),
      sql`, `,
    )}])[(n / ${sql.raw(String(step))}) % ${sql.raw(String(list.length))} + 1]`
  await db.execute(sql`
    update beneficiaries set date_of_death = make_date(1990 + n % 30, 7, 1), shared_at = now(),
      beneficiary_name = concat_ws(' ', ${pick(surnames, 1)}, ${pick(given, 20)}, ${pick(given, 520)}, 'K' || n / 13520)
    from (select beneficiary_id as id, right(beneficiary_name, -17)::int as n from beneficiaries where beneficiary_name like 'Load Beneficiary %') numbered
    where beneficiary_id = id`)
  await db.execute(sql`vacuum analyze beneficiaries`)
}

/** The apps take turns, so that other load on the machine affects both. */
async function measure(apps: readonly BenchApp[]): Promise<Record<Call, number>[]> {
  const visitors = await Promise.all(apps.map((app) => app.signIn('user')))
  const times = apps.map(() => Object.fromEntries(names.map((name) => [name, [] as number[]])))
  for (let round = -10; round < rounds; round++) {
    for (const name of names) {
      for (const [at, visitor] of visitors.entries()) {
        const start = performance.now()
        await callOnce(name, visitor, 1 + (((round + 10) * 97) % 800))
        if (round >= 0) times[at]?.[name]?.push(performance.now() - start)
      }
    }
  }
  return times.map(
    (of) => Object.fromEntries(names.map((name) => [name, median(of[name] ?? [])])) as Record<Call, number>,
  )
}

async function callOnce(name: Call, visitor: Caller, n: number) {
  const { status } = await calls[name](visitor, n)
  if (status !== 200) throw new Error(`${name} returned status ${status}.`)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
