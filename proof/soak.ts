import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import type { Bench } from '../bench/harness/bench.ts'
import { insertNiches } from '../bench/harness/insert-niches.ts'
import { findFaults } from './harness/find-faults.ts'
import { sendRemainingLetters } from './harness/find-letter-faults.ts'
import { fitSlope, type Growth, growsBeyond } from './harness/fit-slope.ts'
import { lengthOf } from './harness/length.ts'
import { beginMixedWork } from './harness/mixed-work.ts'
import { openMaps } from './harness/open-maps.ts'
import { type Production, type Sample, startProduction } from './harness/production.ts'

/** An hour, and the control after it. */
const seconds = lengthOf('PROOF_SECONDS', { whole: 3600, short: 60 })
/** The time in milliseconds that is left out of the fit, because caches fill and code is compiled. */
const warmUpOf = (forSeconds: number) => Math.min(600, forSeconds / 3) * 1000
const controlSeconds = Math.min(120, seconds / 2)
/** The growth that is allowed in an hour, in percent. */
const limit = 1
/** The crowd is so small that two cores are not always busy, or delays would measure only that. */
const crowd = { families: 12, atTheWall: 1, atTheCounter: 1, admins: 1 }
/** They leave during the warm-up, so that caches, compiled code and free pages are by then what they otherwise become within hours. */
const visitors = { families: 48, atTheWall: 4, atTheCounter: 4, admins: 4 }
const maps = 8
const blockNames = ['A', 'B', 'C', 'D']

const measures = ['heap', 'rss', 'handles', 'files', 'delay'] as const satisfies (keyof Sample)[]
type Measure = (typeof measures)[number] | 'connections'

/**
 * Whether the run is long enough for the limit. In a shorter one the servers still warm up, so growth is only compared
 * with the control.
 */
const isWhole = seconds >= 1800

/**
 * A house works steadily, and neither memory nor handles, files, connections or delays of the event loop grow. A line is fitted to all
 * samples after the warm-up: growth is found if even its lower bound is above the limit. Compiled code does not count as memory in use:
 * V8 compiles more for hours, but no more than the program has. The control leaves a listener behind with each request.
 */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const growth = await observe(databaseUrl, seconds)
  const named = (is: (each: Growth) => boolean) => [...growth].flatMap(([name, each]) => (is(each) ? [name] : []))
  const grown = named(isGrowth)
  const { heap } = Object.fromEntries(growth)
  figure('soak.steady', growth.size - grown.length)
  figure('soak.heap_uncertainty', heap?.uncertainty ?? Number.NaN)
  figure('soak.faults', 0)

  console.log('control: a listener is left behind with each request')
  const control = (await observe(databaseUrl, controlSeconds, ['leaking'])).get('heap')
  if (!heap || !control || !isGrowth(control))
    throw new Error('The leak was not found, so this proof could not have failed.')
  if (heap.perHour + heap.uncertainty > (control.perHour - control.uncertainty) / 2)
    throw new Error('Memory grows half as much as with the leak, or more.')

  if (!isWhole) return console.log(`too short to compare with ${limit} % an hour`)
  const unsure = named((each) => !isGrowth(each) && each.perHour + each.uncertainty > limit)
  console.log(`a growth of ${limit} % an hour cannot be excluded: ${unsure.join(', ') || 'none'}`)
  if (grown.length > 0) throw new Error(`These grow by more than ${limit} % an hour: ${grown.join(', ')}.`)
}

const isGrowth = (each: Growth) => growsBeyond(limit, each)

async function observe(databaseUrl: string, forSeconds: number, preload: string[] = []) {
  const sampleMs = Math.max(1000, forSeconds * 2)
  const settings = { SAMPLE_MS: String(sampleMs) }
  const production = await startProduction(databaseUrl, 2, { settings, preload: ['sampled', ...preload] })
  try {
    return await work(production, forSeconds, sampleMs)
  } finally {
    await production.close()
  }
}

/** Works steadily and returns how each measure grew, in the server where it grew more. */
async function work(production: Production, forSeconds: number, sampleMs: number) {
  const { context, letters, replicas } = production
  const blocks = blockNames.map((name) => `${name}${performance.now().toFixed()}`)
  const nicheIDs = await insertNiches(context, Math.max(4000, forSeconds * 8), blocks)
  const blockIDs = blocks.map((name) => `BH-1${name}`)
  const open = openMaps(production, await createSignedInApplicants(context, maps), blockIDs)
  const half = nicheIDs.length / 2
  const steady = await beginMixedWork(production, nicheIDs.slice(0, half), crowd)
  const extra = await beginMixedWork(production, nicheIDs.slice(half), visitors)
  // The connections of the visitors are closed before the fit begins.
  const haveLeft = sleep(warmUpOf(forSeconds) * 0.8).then(extra.stop)
  const connections = await countWhile(production, forSeconds * 1000, sampleMs)
  const samples = replicas.map((replica) => replica.samples())
  await Promise.all([steady.stop(), haveLeft])
  await open.stop()
  await sendRemainingLetters(production)

  const faults = [...open.wrong]
  for (const { acknowledged, tally } of [extra, steady]) {
    faults.push(...(await findFaults(context, acknowledged)), ...tally.broken)
    console.log(`${tally.calls} calls, ${acknowledged.bookings.length} of ${half} niches booked`)
  }
  console.log(`${letters.accepted.length} letters in ${forSeconds} s, ${faults.length} faults`)
  if (faults.length > 0) throw new Error(faults.slice(0, 20).join('\n'))

  const growth = new Map<Measure, Growth>(measures.map((name) => [name, worst(samples, name, forSeconds)]))
  growth.set('connections', fitSlope(settled(connections, forSeconds)))
  const print = (name: string, { mean, perHour, uncertainty }: Growth) =>
    console.log(`${name}: mean ${round(mean)}, ${round(perHour)} % an hour, ± ${round(uncertainty)}`)
  print('of rss, compiled code', worst(samples, 'code', forSeconds))
  print('of rss, taken by the heap', worst(samples, 'committed', forSeconds))
  for (const [name, each] of growth) print(name, each)
  return growth
}

const worst = (samples: readonly Sample[][], name: keyof Sample, forSeconds: number) => {
  const fits = samples.map((each) =>
    fitSlope(
      settled(
        each.map((sample) => ({ at: sample.at, value: sample[name] })),
        forSeconds,
      ),
    ),
  )
  return fits.reduce((one, other) => (other.perHour > one.perHour ? other : one))
}

const settled = <P extends { at: number }>(points: readonly P[], forSeconds: number) => {
  const end = points.at(-1)?.at ?? 0
  return points.filter(({ at }) => at > end - forSeconds * 1000 + warmUpOf(forSeconds))
}

const round = (value: number) => Number(value.toPrecision(4))

/** Counts the connections to the database at regular intervals. */
async function countWhile({ context: { db } }: Production, ms: number, sampleMs: number) {
  const counted: { at: number; value: number }[] = []
  const end = performance.now() + ms
  while (performance.now() < end) {
    const { rows } = await db.execute<{ value: number }>(
      sql`select count(*)::int as value from pg_stat_activity where backend_type = 'client backend'`,
    )
    counted.push({ at: performance.now(), value: rows[0]?.value ?? 0 })
    await sleep(sampleMs)
  }
  return counted
}
