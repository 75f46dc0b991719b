import { sql } from 'drizzle-orm'
import { findApi } from '#contract/find/api.ts'
import { rightApi } from '#contract/rights/api.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import { urnApi } from '#contract/urns/api.ts'
import type { Caller } from '#test/caller.ts'
import { addLoadUrns, loadTag } from '#test/load-urns.ts'
import type { FigureName } from './figures.ts'
import type { Bench } from './harness/bench.ts'
import { type BenchApp, startBenchApp } from './harness/bench-app.ts'
import { growthOf } from './harness/growth.ts'
import { measureRatio, measureRatios } from './harness/ratio.ts'

const small = 1_000
const large = 100_000

const search = (clerk: Caller, query: string) => clerk.call(urnApi.list, { query: { query } })

/** The texts that people look for; the person changes from round to round. */
const calls = {
  find: (visitor: Caller, n: number) => visitor.call(findApi.find, { body: personNumber(n) }),
  name: (clerk: Caller, n: number) => search(clerk, personNumber(n).name),
  tag: (clerk: Caller, n: number) => search(clerk, loadTag(n)),
  niche: (clerk: Caller, n: number) => search(clerk, nicheCode(n)),
  certificate: (clerk: Caller, n: number) => search(clerk, `LOAD ${n}/26`),
  page: (clerk: Caller) => clerk.call(urnApi.list, { query: {} }),
  rights: (clerk: Caller) => clerk.call(rightApi.list, { query: {} }),
  rightsOfState: (clerk: Caller) => clerk.call(rightApi.list, { query: { state: 'living' } }),
  rightOfNiche: (clerk: Caller, n: number) => clerk.call(rightApi.list, { query: { text: nicheCode(held(n)) } }),
  rightNumber: (clerk: Caller, n: number) => clerk.call(rightApi.list, { query: { text: formatRightNumber(n) } }),
  rightsWaiting: (clerk: Caller) => clerk.call(rightApi.list, { query: { waits: 'due' } }),
  lettersToPost: (clerk: Caller) => clerk.call(rightApi.lettersToPost),
  lettersPosted: (clerk: Caller) => clerk.call(rightApi.postedLetters, { query: { right: '' } }),
}
type Call = keyof typeof calls
const names = Object.keys(calls) as Call[]

/** The calls behind each figure. The slowest of them counts. */
const slowestOf = {
  'register.growth': ['name', 'tag', 'niche', 'certificate', 'page'],
  'rights.growth': [
    'rights',
    'rightsOfState',
    'rightOfNiche',
    'rightNumber',
    'rightsWaiting',
    'lettersToPost',
    'lettersPosted',
  ],
} as const satisfies Partial<Record<FigureName, readonly Call[]>>

/** Compares latency with 100,000 people whose urns were received and with 1,000. It should at most double, also for the slowest call of a figure. */
export const bench: Bench = async (run) => {
  const smaller = await startBenchApp(run.databaseUrl, 'smaller', small)
  const larger = await startBenchApp(run.databaseUrl, 'larger', large)
  try {
    for (const app of [smaller, larger]) await fill(app)
    const growth = await growthOf([smaller, larger], names, callOnce, 800)
    await measureRatios(run, { 'find.growth': growth.find })
    for (const [figure, calls] of Object.entries(slowestOf) as [keyof typeof slowestOf, readonly Call[]][]) {
      const found = []
      for (const name of calls) found.push(await measureRatio(`${figure}, ${name}`, growth[name]))
      const [slowest] = found.sort((one, other) => other.median - one.median)
      for (const value of Object.values(slowest ?? {})) run.figure(figure, value)
    }
  } finally {
    await smaller.close()
    await larger.close()
  }
}

/** One is Chinese, because each of its characters is compared in all its forms. */
const surnames = 'Tan Lim Lee Ng Ong Wong Goh Chua Chan Koh Teo Ang Yeo Tay Ho Low Sim Toh Seah 陳'.split(' ')
const given = 'Mei Ling Siew Hwa Hui Min Bee Lian Xin Yi Geok Choo Li Ting Ah Moy Shu Fen Poh Suan Wei Jie'.split(' ')

/** The names and dates by number, in TypeScript and in SQL. Among 100,000, a few have the same name and year. */
function personNumber(n: number) {
  const part = (list: readonly string[], step: number) => list[Math.floor(n / step) % list.length] ?? ''
  const name = [part(surnames, 1), part(given, 20), part(given, 520), `K${Math.floor(n / 13_520)}`].join(' ')
  return { name, diedIn: String(1990 + (n % 30)) }
}

/** The code of the niche of the booking with this number, as `seedLoad` makes it; among the first 2,496. */
function nicheCode(n: number) {
  const two = (of: number) => String(of).padStart(2, '0')
  const block = String.fromCharCode(65 + Math.floor((n - 1) / 96))
  return `L0-1${block}-${two(((n - 1) % 12) + 1)}-${two(Math.floor(((n - 1) % 96) / 12) + 1)}`
}

/** A number near this one whose booking is confirmed in `seedLoad`, and so has a right. */
const held = (n: number) => n - (n % 100) + 5 + (n % 80)

async function fill({ context: { db } }: BenchApp) {
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
  await addLoadUrns(db)
  await addTasksOfRights(db)
  await db.execute(sql`vacuum analyze beneficiaries`)
  await db.execute(sql`vacuum analyze urns`)
  await db.execute(sql`vacuum analyze urn_moves`)
}

/** A seventh of all rights has ended and waits for its next step. Of each right one letter is to be posted, and another one was. */
async function addTasksOfRights(db: BenchApp['context']['db']) {
  await db.execute(sql`
    update rights set basis = 'fixedDay', state = 'ended', ends_on = current_date - 30 where number % 7 = 0`)
  await db.execute(sql`
    insert into right_letters (letter_id, right_id, news, reader_name, sent_by, written_at, posted_at, posted_by_id)
    select gen_random_uuid(), right_id, 'Load news', 'Load Person', 'post', written_at, posted_at,
      case when posted_at is not null then (select user_id from users limit 1) end
    from (select right_id, now() - number * interval '1 minute' as written_at from rights) letter,
      lateral (values (null), (written_at + interval '1 second')) as each (posted_at)`)
  await db.execute(sql`vacuum analyze rights`)
  await db.execute(sql`vacuum analyze right_letters`)
}

async function callOnce(name: Call, clerk: Caller, n: number) {
  const { status, body } = await calls[name](clerk, n)
  /** Visitors do not find everybody, but every urn is on the list. */
  if (status !== 200 || (name !== 'find' && body.length === 0))
    throw new Error(`${name} returned status ${status} and ${body.length} rows.`)
}
