import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { root } from '#server/core/project-root.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import { atOnce, type End, type House, one } from './house.ts'
import { type Build, currentBuild } from './production.ts'

/** systemd waits so long before it starts again what has ended (`RestartSec`). */
const restartMs = 2000

export async function restartAll({ production }: House, build?: Build): Promise<End> {
  for (const replica of production.replicas) await replica.restart('SIGTERM', build)
  return atOnce
}

/** All replicas go back and forward again while families book, if there was no migration since. */
export function tryLastLanded(house: House): Promise<End> {
  const newest = readMigrations(join(root, 'server/database/migrations')).at(-1)?.name
  return newest === house.lastLanded.lastMigration
    ? restartAll(house, house.lastLanded).then(() => () => restartAll(house, currentBuild))
    : expectRefusal(house, house.lastLanded)
}

export const tryPrevious = (house: House) => expectRefusal(house, house.previous)

/** Going back needs the backup before the upgrade: a release does not open a database that a newer one has migrated. */
export async function expectRefusal(house: House, build: Build): Promise<End> {
  const hasStarted = await one(house)
    .restart('SIGTERM', build)
    .then(
      () => true,
      () => false,
    )
  if (hasStarted) throw new Error('An earlier release has opened the migrated database.')
  return () => one(house).restart('SIGTERM', currentBuild)
}

/** Whoever waits for this answer cannot know that it was done. */
export function killAfterCommit(house: House): Promise<End> {
  const { database, stop, start } = one(house)
  return new Promise((resolve) => {
    database.watch((answer) => {
      if (!answer.includes('COMMIT\0')) return
      database.watch(undefined)
      resolve(
        stop('SIGKILL')
          .then(() => sleep(restartMs))
          .then(() => start),
      )
    })
  })
}

/** Other programs take all connections but those that are reserved for Columba, as `reserved_connections` does, or really all. */
export async function takeConnections(
  { production, postgres }: House,
  reserved: 'stay' | 'too' = 'stay',
): Promise<End> {
  const { db } = production.context
  await db.execute(sql`do $$ begin create role others login; exception when duplicate_object then null; end $$`)
  await db.execute(sql.raw(`alter role others ${reserved === 'too' ? 'superuser' : 'nosuperuser'}`))
  const taken: pg.Client[] = []
  const isRefused = async () => {
    const client = new pg.Client(postgres.url.replace('columba@', 'others@'))
    client.on('error', () => undefined)
    taken.push(client)
    return client.connect().then(
      () => false,
      () => true,
    )
  }
  while (!(await isRefused()));
  return () => Promise.all(taken.map((client) => client.end().catch(() => undefined)))
}

export async function killWithoutConnections(house: House): Promise<End> {
  const release = await takeConnections(house)
  const start = await killAfterCommit(house)
  await start()
  return release
}

export function hangReplica(house: House): End {
  const pid = one(house).pid()
  process.kill(pid, 'SIGSTOP')
  return () => process.kill(pid, 'SIGCONT')
}

/** The queue is longer than what Node accepts by itself before the kernel stops answering. */
const queueLength = 600

export function fillQueue(house: House): End {
  const goOn = hangReplica(house)
  const waiting = Array.from({ length: queueLength }, () =>
    connect(one(house).port, '127.0.0.1').on('error', () => undefined),
  )
  return () => {
    for (const socket of waiting) socket.destroy()
    goOn()
  }
}

/** No packet to or from the replica arrives any more, and nobody is told. */
export function cutNetwork(house: House): End {
  const { port } = one(house)
  const rules = ['dport', 'sport'].map((side) => `tcp ${side} ${port} drop;`).join(' ')
  const chain = `chain input { type filter hook input priority 0; ${rules} };`
  const table = `columba_proof_${port}`
  execFileSync('nft', [`table inet ${table} { ${chain} }`])
  const restore = () => execFileSync('nft', [`delete table inet ${table}`])
  process.once('exit', restore)
  return () => {
    process.off('exit', restore)
    restore()
  }
}
