import { buildApp } from '#server/app.ts'
import { openPostgres } from '#server/database/postgres.ts'
import type { App } from '#server/http/serve.ts'
import { createServices } from '#server/services.ts'
import type { TestApp } from '../test-app.ts'

export interface Replicas {
  /** One after another, as a load balancer would choose. */
  next: () => App
  close: () => Promise<void>
}

/** A second server beside the first, with connections of its own, where the engine lets it: the embedded one has a single owner. */
export async function startSecondReplica({ app, database, services }: TestApp): Promise<Replicas> {
  if (!database.url) return { next: () => app, close: async () => {} }
  const second = await openPostgres(database.url, services.log)
  const other = await buildApp({
    ...createServices(second, services.config, services.clock),
    gateway: services.gateway,
  })
  await other.ready()
  let turn = 0
  return {
    next: () => (turn++ % 2 === 0 ? app : other),
    close: async () => {
      await other.close()
      await second.close()
    },
  }
}
