import { Agent } from 'node:http'
import { sql } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import { seedLoad } from '#server/seed/seed-load.ts'
import { beneficiary } from '#test/booking-forms.ts'
import { makeUser } from '#test/factories.ts'
import { dropPlaceConstraints, findViolations } from '#test/find-violations.ts'
import { createSignedInApplicants, insertSessions } from '#test/races/many-applicants.ts'
import type { Bench } from './harness/bench.ts'
import { insertNiches } from './harness/insert-niches.ts'
import { measureRatios, rateOf, type Turn } from './harness/ratio.ts'
import { loadRate } from './harness/send-load.mjs'
import { startOther, startWithContext, withoutLimits } from './harness/started-server.ts'
import { applicants, type Form, formWith, post } from './harness/submission-form.ts'

const connections = 16
const loadedBookings = 20_000
/** The number of families who want one niche at the same moment, and the number of niches. */
const [contenders, contested] = [50, 20]

interface Side {
  url: string
  /** The bookings are made by this side, because each encrypts certificates in its own way. */
  bookingIDs: string[]
}

/** The five busiest calls against a server that was written in an afternoon, and what that one does wrong when many want one niche. */
export const bench: Bench = async (run) => {
  const server = await startWithContext(run.databaseUrl, { DEMO_DATA: 'off', ...withoutLimits })
  const naive = await startOther('bench/naive/server.mjs', run.databaseUrl)
  const agent = new Agent({ keepAlive: true })
  try {
    const { context } = server
    await seedLoad(context, loadedBookings, loadedBookings, () => {})
    const nicheIDs = await insertNiches(context, 60_000)
    await context.db.execute(sql`analyze`)
    const families = await createSignedInApplicants(context, applicants)
    const [clerk = ''] = await insertSessions(context, [(await makeUser(context, { role: 'staff' })).userID])
    const form = await formWith(12_000)
    let turn = 0
    const booking =
      ({ url, bookingIDs }: Side): Turn =>
      async () => {
        const rate = await rateOf(async () => {
          const family = families[turn++ % applicants] ?? ''
          const { status, body } = await post(agent, url, family, form.type, form.payloadFor(nicheIDs.pop() ?? ''))
          if (status !== 200) throw new Error(`A submission returned status ${status}: ${body}`)
          bookingIDs.push(JSON.parse(body).bookingID)
        }, connections)
        await nameApart(context)
        return rate
      }
    const reading =
      (call: keyof typeof reads) =>
      (side: Side): Turn =>
      () =>
        loadRate({ url: side.url, cookie: clerk, paths: reads[call](side), connections })
    const [ours, other] = [server.url, naive.url].map((url): Side => ({ url, bookingIDs: [] })) as [Side, Side]
    const against = (work: (side: Side) => Turn) => ({ ours: work(ours), other: work(other) })
    await measureRatios(run, {
      'vs_naive.booking': against(booking),
      'vs_naive.block': against(reading('block')),
      'vs_naive.search': against(reading('search')),
      'vs_naive.pending': against(reading('pending')),
      'vs_naive.approval': against(reading('approval')),
    })

    const crowd = families.slice(0, contenders)
    const race = (url: string) => raceFor(agent, url, crowd, nicheIDs.splice(0, contested), form)
    const [answers, withIndex] = [await race(server.url), await race(naive.url)]
    const before = await countSoldTwice(context)
    await dropPlaceConstraints(context.db)
    const withoutIndex = await race(naive.url)
    const soldTwice = (await countSoldTwice(context)) - before
    console.log(`${contenders} at once for each of ${contested} niches, answers by status:`)
    console.log(`ours: ${JSON.stringify(answers)}`)
    console.log(
      `naive: ${JSON.stringify(withIndex)}; 500 is what a family sees where the index refuses the second sale`,
    )
    console.log(
      `naive without the index: ${JSON.stringify(withoutIndex)}, ${soldTwice} of ${contested} niches sold more than once`,
    )
    run.figure('vs_naive.sold_twice', before)
    run.figure('vs_naive.naive_errors', withIndex[500] ?? 0)
    run.figure('vs_naive.naive_sold_twice', soldTwice)
  } finally {
    agent.destroy()
    naive.stop()
    await server.stop()
  }
}

const reads = {
  block: () => ['/api/niche/niches/L0-1A'],
  search: () => Array.from({ length: 200 }, (_, each) => `/api/booking/search?query=${80_000_001 + each * 7}`),
  pending: () => ['/api/booking/pending'],
  approval: ({ bookingIDs }: Side) => bookingIDs.slice(0, 200).map((bookingID) => `/api/booking/approval/${bookingID}`),
}

/** The form has one name, and Columba looks for people with the same name: thousands of them are in no house. */
const nameApart = ({ db }: Context) =>
  db.execute(sql`
    update beneficiaries set beneficiary_name = initcap(translate(md5(beneficiary_id::text), '0123456789', 'ghijklmnop'))
    where beneficiary_name = ${beneficiary.beneficiaryName}`)

/** Counts how often each status was answered when all want each niche at once. */
async function raceFor(agent: Agent, url: string, crowd: string[], nicheIDs: string[], { type, payloadFor }: Form) {
  const counts: Record<number, number> = {}
  for (const nicheID of nicheIDs) {
    const answers = await Promise.all(crowd.map((cookie) => post(agent, url, cookie, type, payloadFor(nicheID))))
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

const countSoldTwice = async ({ db }: Context) =>
  (await findViolations(db))['a niche has more active bookings than places']?.length ?? 0
