import { sql } from 'drizzle-orm'
import pg from 'pg'
import { throughProxy } from '#test/cuttable-proxy.ts'
import { startPostgres } from '../../scripts/postgres.mjs'
import { atOnce, type End, type House } from './house.ts'
import type { Work } from './mixed-work.ts'
import { withStandby } from './production.ts'
import { keepFull } from './small-disk.ts'

/**
 * How the databases of the trial are set up. Unlike in `deploy/`, replicas are superusers in it, so the connections that are reserved are
 * theirs, also before PostgreSQL 16. It grows within minutes as a house does in years, so its statistics must keep up.
 */
export const databaseSettings = {
  max_wal_size: '64MB',
  max_connections: '120',
  superuser_reserved_connections: '60',
  autovacuum_naptime: '5s',
}

export async function restartDatabase({ postgres }: House): Promise<End> {
  await postgres.restart()
  return atOnce
}

/** Kills it while a sale is acknowledged. What writes the log later has been stopped, so only what the commit itself has written is left. */
export async function killDatabaseAfterSale({ work, postgres, production }: House): Promise<End> {
  const { rows } = await production.context.db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where backend_type = 'walwriter'`,
  )
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
  await afterNextSale(work, postgres.kill)
  await postgres.startIfEnded()
  return atOnce
}

const afterNextSale = (work: Work, act: () => Promise<void>) =>
  new Promise<void>((resolve) => {
    work.onSale = () => {
      work.onSale = undefined
      resolve(act())
    }
  })

export function hangDatabase({ postgres }: House): End {
  postgres.signal('SIGSTOP')
  return () => postgres.signal('SIGCONT')
}

export async function makeReadOnly({ production }: House): Promise<End> {
  const { db } = production.context
  const set = async (mode: 'on' | 'off') => {
    await db.execute(sql.raw(`alter system set default_transaction_read_only = ${mode}`))
    await db.execute(sql`select pg_reload_conf()`)
  }
  await set('on')
  return () => set('off')
}

/** PostgreSQL may end on a full disk. Its service manager starts it again. */
export function fillDisk({ disk, postgres }: House): End {
  const filler = keepFull(disk)
  return async () => {
    filler.free()
    if (await postgres.startIfEnded()) console.log('PostgreSQL had ended on its full disk, and was started again')
  }
}

/** In a control, the standby is not waited for and has fallen behind. */
export async function failOver(house: House, isSynchronous = true): Promise<End> {
  const { production, postgres, standbyPort, work } = house
  const standby = await startPostgres({ standby: postgres.url, port: standbyPort, more: databaseSettings })
  const direct = new pg.Client(standby.url)
  await direct.connect()
  await production.context.db.execute(
    sql.raw(`alter system set synchronous_standby_names = '${isSynchronous ? '*' : ''}'`),
  )
  await production.context.db.execute(sql`select pg_reload_conf()`)
  /** The control finds them set up already. */
  for (const replica of isSynchronous ? production.replicas : []) {
    const url = withStandby(throughProxy(postgres.url, replica.database), standbyPort)
    await replica.restart('SIGTERM', undefined, { DATABASE_URL: url })
  }
  if (!isSynchronous) {
    await direct.query("alter system set primary_conninfo = ''")
    await direct.query('select pg_reload_conf()')
    for (let sales = 0; sales < 5; sales++) await afterNextSale(work, async () => undefined)
  }
  await afterNextSale(work, postgres.kill)
  await direct.query('select pg_promote()')
  await direct.end()
  await postgres.stop()
  Object.assign(house, { postgres: standby, standbyPort: postgres.port })
  return atOnce
}
