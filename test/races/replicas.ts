import pg from 'pg'
import { afterEach, beforeEach, vi } from 'vitest'
import type { SignedInContext } from '#server/core/context.ts'
import { openPostgres } from '#server/database/postgres.ts'
import type { App } from '#server/http/serve.ts'
import { buildApp } from '#server/start/app.ts'
import { createCaller } from '../caller.ts'
import { patient } from '../postgres-template.ts'
import { createTestServices, prepareTestApp, type SignedInCaller, type TestApp } from '../test-app.ts'

/** The embedded engine runs one transaction at a time, so only PostgreSQL can show what a lock or a guard prevents. */
export const isPostgres = process.env.TEST_ENGINE === 'postgres'

interface Replicas {
  /** The servers in turn, as a load balancer would choose them. */
  next: () => App
  close: () => Promise<void>
}

/** Starts a second server on the same database, with its own connections. The embedded engine allows only one process. */
async function startSecondReplica({ app, database, services }: TestApp): Promise<Replicas> {
  if (!database.url) return { next: () => app, close: async () => {} }
  const second = await openPostgres(database.url, services.log, patient)
  const other = await buildApp({
    ...createTestServices(second, services.config, services.clock),
    gateway: services.gateway,
  })
  await other.ready()
  let calls = 0
  return {
    next: () => (calls++ % 2 === 0 ? app : other),
    close: async () => {
      await other.close()
      await second.close()
    },
  }
}

/** A new app with a second replica for each test. Until then the objects are empty. */
export function prepareReplicas() {
  const testApp = prepareTestApp({}, 'each')
  const replicas = {} as Replicas
  beforeEach(async () => {
    Object.assign(replicas, await startSecondReplica(testApp))
  })
  afterEach(() => replicas.close())
  return {
    testApp,
    replicas,
    /** The same person at the next server. */
    at: ({ cookie, person }: SignedInCaller): SignedInCaller => ({ ...createCaller(replicas.next(), cookie), person }),
    /** What an action of this person gets, so that a test can keep its transaction open. */
    contextOf: ({ person: { userID, fullName, role } }: SignedInCaller): SignedInContext => ({
      ...testApp.context,
      actor: { userID, name: fullName, role, sessionHash: '' },
    }),
  }
}

/** Resolves once this many transactions wait for the lock of another. They may have all connections of the server, so this has its own. */
export async function waitUntilBlocked({ url }: TestApp['database'], transactions = 1): Promise<void> {
  const watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
  const areBlocked = async () => {
    const { rows } = await watcher.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length >= transactions
  }
  await vi.waitUntil(areBlocked, { timeout: 60_000 }).finally(() => watcher.end())
}
