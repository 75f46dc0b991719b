import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exploreApi } from '#contract/niches/explore-api.ts'
import { createLog } from '#server/core/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPGlite } from '#server/database/pglite.ts'
import { openPostgres } from '#server/database/postgres.ts'
import type { Database } from '#server/ports/database.ts'
import { sampleKey } from '#test/sample-key.ts'
import { startServer } from '../scripts/start-test-server.mjs'
import type { Bench } from './harness/bench.ts'
import { insertNiches } from './harness/insert-niches.ts'
import { percentile99 } from './harness/percentile.ts'
import { probeWhile } from './harness/probe-while.ts'

const niches = 60_000
const blockNames = Array.from({ length: 30 }, (_, block) => `B${block}`)
const strangers = 100
const seconds = Number(process.env.BENCH_SECONDS ?? 30)

/** A hundred strangers search a large house again and again, and one more visitor does; on both engines. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  await measure('postgres', { DATABASE_URL: databaseUrl }, () => openPostgres(databaseUrl, createLog('silent')))
  const folder = mkdtempSync(join(tmpdir(), 'columba-search-'))
  await measure('embedded', { DATA_DIR: folder }, () => openPGlite(folder))
  rmSync(folder, { recursive: true, force: true })

  async function measure(engine: 'postgres' | 'embedded', where: NodeJS.ProcessEnv, open: () => Promise<Database>) {
    const database = await open()
    await migrate(database)
    await insertNiches(database, niches, blockNames)
    await database.close()
    const server = await startServer({ ENCRYPTION_KEY: sampleKey, DEMO_DATA: 'off', BOT_CHECK: 'off', ...where })
    const waits: number[] = []
    const health = await probeWhile(server.url, async () => {
      const end = performance.now() + seconds * 1000
      const crowd = Array.from({ length: strangers }, (_, number) => searchUntil(end, server.url, number + 1))
      waits.push(...(await searchUntil(end, server.url, strangers + 1)))
      await Promise.all(crowd)
    })
    await server.stop()
    console.log(`${engine}: the visitor was answered ${waits.length} times`)
    figure(`search.visitor_p99_ms_${engine}`, percentile99(waits))
    figure(`search.healthz_p99_ms_${engine}`, percentile99(health))
  }
}

/** One visitor after the other, as from a network of their own. Returns how long each waited for an answer, with the pauses that the server asked for. */
async function searchUntil(end: number, url: string, visitor: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, localAddress: `127.0.1.${visitor}` })
  const waits: number[] = []
  for (let search = visitor; performance.now() < end; search++) {
    const terms = new URLSearchParams({ adjacent: String(1 + (search % 4)), maxRow: String(1 + (search % 11)) })
    const start = performance.now()
    for (;;) {
      const { status, pause } = await ask(agent, `${url}${exploreApi.find.path}?${terms}`)
      if (status === 200) break
      await sleep(pause * 1000)
    }
    waits.push(performance.now() - start)
  }
  agent.destroy()
  return waits
}

const ask = (agent: Agent, url: string) =>
  new Promise<{ status: number; pause: number }>((resolve, reject) => {
    get(url, { agent }, (answer) => {
      const pause = Number(answer.headers['retry-after'] ?? 1)
      answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, pause }))
    }).on('error', reject)
  })
