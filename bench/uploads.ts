import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createServices } from '#server/start/services.ts'
import { hostilePdf, hostilePng } from '#test/certificate-files.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import { sampleKey } from '#test/sample-key.ts'
import { startServer } from '../scripts/start-test-server.mjs'
import type { Bench } from './harness/bench.ts'
import { peakMemory } from './harness/peak-memory.ts'
import { probeWhile } from './harness/probe-while.ts'
import { type Form, formWith, post } from './harness/submission-form.ts'

const atOnce = 20
const runs = 3
const rounds = 5

/** Sends twenty hostile certificates at once, and measures how long the server takes to answer others, and its memory. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  for (let run = 0; run < runs; run++) {
    const { healthz, peak } = await attack(databaseUrl)
    figure('uploads.healthz_p99_ms', healthz)
    figure('uploads.hostile_peak_mb', peak)
  }
}

/** On a new server, because peak memory is that of its whole life. */
async function attack(databaseUrl: string) {
  const environment = { DATABASE_URL: databaseUrl, ENCRYPTION_KEY: sampleKey }
  const server = await startServer(environment)
  const config = loadConfig({ ...environment, LOG_LEVEL: 'silent' })
  const database = await openDatabase(config, createLog('silent'))
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  try {
    const crowd = await createSignedInApplicants(createContext(createServices(database, config)), atOnce)
    const sendAll = async ({ type, payloadFor }: Form) => {
      const payload = payloadFor(randomUUID())
      const statuses = await Promise.all(crowd.map((cookie) => post(agent, server.url, cookie, type, payload)))
      const wrong = statuses.find((status) => status !== 400)
      if (wrong) throw new Error(`A hostile certificate was answered with status ${wrong}.`)
    }
    const all: number[] = []
    for (const [name, file] of [
      ['pdf', hostilePdf()],
      ['png', hostilePng()],
    ] as const) {
      const form = await formWith(file)
      for (let round = 0; round < rounds; round++) {
        const start = performance.now()
        const times = await probeWhile(server.url, () => sendAll(form))
        const took = Math.round(performance.now() - start)
        console.log(`${name}, round ${round + 1}: ${took} ms for ${atOnce}, /healthz p99 ${percentile99(times)} ms`)
        all.push(...times)
      }
    }
    return { healthz: percentile99(all), peak: peakMemory(server.pid ?? 0) }
  } finally {
    agent.destroy()
    await database.close()
    await server.stop()
  }
}

function percentile99(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN)
}
