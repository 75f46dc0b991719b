import { execFile, spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { bookingApi } from '#contract/bookings/api.ts'
import { loadConfig } from '#server/core/config.ts'
import { type Context, createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { createServices } from '#server/start/services.ts'
import { beneficiary } from '#test/booking-forms.ts'
import { makeUser } from '#test/factories.ts'
import { dropPlaceConstraints, findViolations } from '#test/find-violations.ts'
import { createSignedInApplicants, insertSessions } from '#test/races/many-applicants.ts'
import { sampleKey } from '#test/sample-key.ts'
import { startServer } from '../scripts/start-test-server.mjs'
import type { Bench } from './harness/bench.ts'
import { insertNiches } from './harness/insert-niches.ts'
import { formWith, post } from './harness/submission-form.ts'

const rounds = 3
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const connections = 16
const [loadedBookings, applicants] = [20_000, 200]
/** How many families want one niche at the same moment, and for how many niches. */
const [contenders, contested] = [50, 20]

const environment = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  ENCRYPTION_KEY: sampleKey,
  DEMO_DATA: 'off',
  BOT_CHECK: 'off',
  MAX_UNPAID_HOLDS: '999999',
  MAX_SUBMISSIONS_PER_HOUR: '999999',
})

interface Side {
  url: string
  /** Made by this side, because each encrypts certificates in its own way. */
  bookingIDs: string[]
}

/** The five busiest calls against a server that was written in an afternoon, and what that one does wrong when many want one niche. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const server = await startServer(environment(databaseUrl))
  const database = await openPostgres(databaseUrl, createLog('silent'))
  const context = createContext(
    createServices(database, loadConfig({ ...environment(databaseUrl), LOG_LEVEL: 'silent' })),
  )
  const naive = await startNaive(databaseUrl)
  try {
    await seedLoad(context, loadedBookings, loadedBookings, () => {})
    const nicheIDs = await insertNiches(context, 60_000)
    await context.db.execute(sql`analyze`)
    const families = await createSignedInApplicants(context, applicants)
    const [clerk = ''] = await insertSessions(context, [(await makeUser(context, { role: 'staff' })).userID])
    const form = await formWith(12_000)
    const sides = { ours: side(server.url), naive: side(naive.url) }

    for (let round = 0; round < rounds; round++) {
      const rates = { ours: {} as Rates, naive: {} as Rates }
      for (const [name, each] of Object.entries(sides)) {
        const book = await rateOfBookings(each, families, nicheIDs, form)
        await nameApart(context)
        const paths = pathsOf(each)
        for (const call of reads) rates[name as keyof typeof rates][call] = await rateOf(each.url, clerk, paths[call])
        rates[name as keyof typeof rates].booking = book
      }
      console.log(`round ${round + 1}, per second: ${JSON.stringify(rates)}`)
      for (const call of calls) figure(`vs_naive.${call}`, rates.ours[call] / rates.naive[call])
    }

    const crowd = families.slice(0, contenders)
    const race = (url: string) => raceFor(url, crowd, nicheIDs.splice(0, contested), form)
    const [ours, withIndex] = [await race(server.url), await race(naive.url)]
    const before = await countSoldTwice(context)
    await dropPlaceConstraints(context.db)
    const withoutIndex = await race(naive.url)
    const soldTwice = (await countSoldTwice(context)) - before
    console.log(`${contenders} at once for each of ${contested} niches, answers by status:`)
    console.log(`ours: ${JSON.stringify(ours)}`)
    console.log(
      `naive: ${JSON.stringify(withIndex)}; 500 is what a family sees where the index refuses the second sale`,
    )
    console.log(
      `naive without the index: ${JSON.stringify(withoutIndex)}, ${soldTwice} of ${contested} niches sold more than once`,
    )
    figure('vs_naive.sold_twice', before)
    figure('vs_naive.naive_errors', withIndex[500] ?? 0)
    figure('vs_naive.naive_sold_twice', soldTwice)
  } finally {
    naive.stop()
    await database.close()
    await server.stop()
  }
}

const reads = ['block', 'search', 'pending', 'approval'] as const
const calls = [...reads, 'booking'] as const
type Rates = Record<(typeof calls)[number], number>

const side = (url: string): Side => ({ url, bookingIDs: [] })

const pathsOf = ({ bookingIDs }: Side) => ({
  block: ['/api/niche/niches/L0-1A'],
  search: Array.from({ length: 200 }, (_, each) => `/api/booking/search?query=${80_000_001 + each * 7}`),
  pending: ['/api/booking/pending'],
  approval: bookingIDs.slice(0, 200).map((bookingID) => `/api/booking/approval/${bookingID}`),
})

async function rateOf(url: string, cookie: string, paths: readonly string[]): Promise<number> {
  const task = JSON.stringify({ url, cookie, paths, connections, seconds })
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/harness/send-load.mjs', task])
  return Number(stdout)
}

type Form = Awaited<ReturnType<typeof formWith>>

/** Families book one niche after another for a time. */
async function rateOfBookings({ url, bookingIDs }: Side, families: string[], nicheIDs: string[], form: Form) {
  const agent = new Agent({ keepAlive: true })
  const start = performance.now()
  let done = 0
  const loop = async (_: unknown, first: number) => {
    for (let turn = first; performance.now() - start < seconds * 1000; turn += connections) {
      const answer = await submit(agent, url, families[turn % families.length] ?? '', form, nicheIDs.pop() ?? '')
      if (answer.status !== 200) throw new Error(`A submission returned status ${answer.status}: ${answer.body}`)
      bookingIDs.push(JSON.parse(answer.body).bookingID)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  agent.destroy()
  return done / ((performance.now() - start) / 1000)
}

/** The form has one name, and Columba looks for people with the same name: thousands of them are in no house. */
const nameApart = ({ db }: Context) =>
  db.execute(sql`
    update beneficiaries set beneficiary_name = initcap(translate(md5(beneficiary_id::text), '0123456789', 'ghijklmnop'))
    where beneficiary_name = ${beneficiary.beneficiaryName}`)

function submit(agent: Agent, url: string, cookie: string, { type, payloadFor }: Form, nicheID: string) {
  const payload = payloadFor(nicheID)
  const headers = { cookie, 'content-type': type, 'content-length': payload.length }
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(url + bookingApi.submit.path, { method: 'POST', agent, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}

/** How often each status was answered when all want each niche at once. */
async function raceFor(url: string, crowd: string[], nicheIDs: string[], form: Form) {
  const agent = new Agent({ keepAlive: true })
  const counts: Record<number, number> = {}
  for (const nicheID of nicheIDs) {
    const statuses = await Promise.all(
      crowd.map((cookie) => post(agent, url, cookie, form.type, form.payloadFor(nicheID))),
    )
    for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  }
  agent.destroy()
  return counts
}

const countSoldTwice = async ({ db }: Context) =>
  (await findViolations(db))['a niche has more active bookings than places']?.length ?? 0

async function startNaive(databaseUrl: string) {
  const child = spawn(process.execPath, ['bench/naive/server.mjs'], {
    env: { ...process.env, NODE_ENV: 'production', ...environment(databaseUrl) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (line) => resolve(String(line).trim())))
  return { url, stop: () => child.kill() }
}
