import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { hostilePdf, hostilePng } from '#test/certificate-files.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import type { Bench } from './harness/bench.ts'
import { peakMemory } from './harness/peak-memory.ts'
import { percentile99 } from './harness/percentile.ts'
import { probeWhile } from './harness/probe-while.ts'
import { startWithContext } from './harness/started-server.ts'
import { type Form, formWith, post } from './harness/submission-form.ts'

const atOnce = 20
const runs = 3
const rounds = 5

/** Sends twenty hostile certificates at once, and measures how long the server takes to answer others, and its memory. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  for (let run = 0; run < runs; run++) {
    const { times, peak } = await attack(databaseUrl)
    figure('uploads.healthz_p99_ms', percentile99(times))
    figure('uploads.hostile_peak_mb', peak)
  }
}

/** The server is new, because peak memory is that of its whole life. */
async function attack(databaseUrl: string) {
  const server = await startWithContext(databaseUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  try {
    const crowd = await createSignedInApplicants(server.context, atOnce)
    const sendAll = async ({ type, payloadFor }: Form) => {
      const payload = payloadFor(randomUUID())
      const answers = await Promise.all(crowd.map((cookie) => post(agent, server.url, cookie, type, payload)))
      const wrong = answers.find(({ status }) => status !== 400)
      if (wrong) throw new Error(`A hostile certificate was answered with status ${wrong.status}.`)
    }
    const times: number[] = []
    for (const file of [hostilePdf(), hostilePng()]) {
      const form = await formWith(file)
      for (let round = 0; round < rounds; round++) times.push(...(await probeWhile(server.url, () => sendAll(form))))
    }
    return { times, peak: peakMemory(server.pid ?? 0) }
  } finally {
    agent.destroy()
    await server.stop()
  }
}
