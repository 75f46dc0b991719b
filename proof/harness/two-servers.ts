import { loadConfig } from '#server/core/config.ts'
import { type Context, createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { createServices } from '#server/start/services.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import { sampleKey } from '#test/sample-key.ts'
import { insertNiches } from '../../bench/harness/insert-niches.ts'
import { startServer } from '../../scripts/start-test-server.mjs'
import { type Acknowledged, bookAndPayUntil, nothingAcknowledged } from './families.ts'
import { lengthOf } from './length.ts'

const families = 24

/** How long families work before the event of a proof, and as long after it. */
export const workMs = lengthOf('PROOF_SECONDS', { whole: 10, short: 4 }) * 1000

/** The settings of the servers, and of commands beside them. */
export const settingsFor = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  ENCRYPTION_KEY: sampleKey,
  DEMO_DATA: 'off',
  BOT_CHECK: 'off',
  HOLD_MINUTES: '600',
  MAX_UNPAID_HOLDS: '999',
  MAX_SUBMISSIONS_PER_HOUR: '9999',
})

export interface TwoServers {
  context: Context
  /** Niches that no family has tried to book yet. */
  nicheIDs: string[]
  /** Families book and pay until `stop` is called; `stop` returns all that was acknowledged. */
  beginWork: () => { acknowledged: Acknowledged; stop: () => Promise<void> }
  close: () => Promise<void>
}

/** Two servers on one database, with families that are signed in. A restored house has its niches already. */
export async function startTwoServers(databaseUrl: string, existing?: string[]): Promise<TwoServers> {
  const settings = settingsFor(databaseUrl)
  const servers = [await startServer(settings), await startServer(settings)]
  const config = loadConfig({ ...settings, LOG_LEVEL: 'silent' })
  const database = await openPostgres(databaseUrl, createLog('silent'))
  const context = createContext(createServices(database, config))
  const cookies = await createSignedInApplicants(context, families)
  const nicheIDs = existing ?? (await insertNiches(context, 20_000))
  return {
    context,
    nicheIDs,
    beginWork: () => {
      let isOver = false
      const acknowledged = nothingAcknowledged()
      const urls = servers.map(({ url }) => url)
      const work = bookAndPayUntil({ urls, cookies, nicheIDs, isOver: () => isOver }, acknowledged)
      const stop = () => {
        isOver = true
        return work
      }
      return { acknowledged, stop }
    },
    close: async () => {
      for (const server of servers) await server.stop()
      await database.close()
    },
  }
}
