import { execFileSync } from 'node:child_process'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { createContext } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import type { Database } from '#server/ports/database.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import { backUp, contentOf, restoreInto } from '#test/backups.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { fillEveryTable } from '#test/fill-every-table.ts'
import { startTestApp } from '#test/test-app.ts'
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { findPostgres } from '../../scripts/system-tools.mjs'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { rotateKeys } from './rotate-keys.ts'
import { auditLog, bookings } from './schema.ts'

/** The embedded engine has no roles: whoever can read its folder owns it. */
const onPostgres = process.env.TEST_ENGINE === 'postgres'

const openAs = (role: string, { url = '' }: Pick<TestDatabase, 'url'>) =>
  openPostgres(Object.assign(new URL(url), { username: role }).href, createLog('silent'))

/** psql is either on the path or beside the server. */
const path = `${process.env.PATH}:${findPostgres()}`
const createRoles = ({ url = '' }: Pick<TestDatabase, 'url'>) =>
  execFileSync('psql', ['-q', '-d', url, '-f', 'deploy/database/roles.sql'], { env: { PATH: path } })

/** The two states in which roles.sql is run: before the first migration, and on what one role has made. */
test.runIf(onPostgres).each([
  ['an empty database', openEmptyDatabase],
  ['a database that one role has made', openTestDatabase],
])(
  'in %s, the application works with a role that can only add to the audit log',
  async (_which, open) => {
    const database = await open()
    createRoles(database)
    createRoles(database)
    const owner = await openAs('columba_owner', database)
    const application = await openAs('columba_app', database)
    await migrate(owner)
    await migrate(application)
    const testApp = await startTestApp({ database: { ...application, url: database.url } })
    const { context } = testApp

    const clerk = await testApp.signIn('staff')
    const { bookingID } = await makeBooking(context, await makeUser(context))
    expect((await clerk.call(bookingApi.approve, { body: { bookingID } })).status).toBe(200)
    await runAllJobsOnce(context)
    const { rows } = await context.db.execute(sql`show tcp_keepalives_idle`)
    expect(rows).toEqual([{ tcp_keepalives_idle: '60' }])
    expect(await testApp.services.readiness.isReady()).toBe(true)
    await rotateKeys(context)
    expect(await context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID))).toMatchObject([
      { bookingStatus: 'Confirmed' },
    ])
    expect(await verifyAudit(context)).toMatchObject({ sealed: await application.db.$count(auditLog), problems: [] })

    for (const statement of forbidden)
      expect(await refusal(application, statement), statement).toMatch(
        /^(permission denied for|must be owner of|permission denied to) /,
      )

    await testApp.close()
    await owner.close()
    await database.close()
  },
  120_000,
)

test.runIf(onPostgres)('a server whose role cannot migrate says that the owner must do it first', async () => {
  const database = await openEmptyDatabase()
  createRoles(database)
  const application = await openAs('columba_app', database)
  await expect(migrate(application)).rejects.toThrow('This database must be migrated first, by its owner')
  await application.close()
  await database.close()
})

const forbidden = [
  'update audit_log set at = at',
  'update audit_seals set hash = hash',
  ...['audit_log', 'audit_seals'].flatMap((table) => [
    `delete from ${table}`,
    `truncate ${table}`,
    `alter table ${table} disable trigger all`,
    `drop table ${table}`,
  ]),
  'delete from audit_chain',
  'truncate audit_chain',
  'create table another (id integer)',
  'delete from drizzle.__drizzle_migrations',
  'set role columba_owner',
]

async function refusal({ db }: Database, statement: string): Promise<string> {
  const error = await db.execute(sql.raw(statement)).then(
    () => undefined,
    (error: Error) => error,
  )
  return error?.cause instanceof Error ? error.cause.message : 'was not refused'
}

test.runIf(onPostgres)(
  'the role of the application can back up, and only the owner can restore',
  async () => {
    const testApp = await startTestApp()
    await fillEveryTable(testApp)
    createRoles(testApp.database)
    const application = await openAs('columba_app', testApp.database)
    const backup = await backUp(createContext({ ...testApp.services, database: application }))
    await application.close()

    const target = await openEmptyDatabase()
    createRoles(target)
    const [owner, server] = [await openAs('columba_owner', target), await openAs('columba_app', target)]
    const refused = 'Only the owner of the database can restore: use the DATABASE_URL of columba_owner.'
    await expect(restoreInto(server, backup, testApp.services)).rejects.toThrow(refused)
    await migrate(owner)
    await expect(restoreInto(server, backup, testApp.services)).rejects.toThrow(refused)
    await restoreInto(owner, backup, testApp.services)
    const restored = await backUp(createContext({ ...testApp.services, database: server }))
    expect(contentOf(restored)).toEqual(contentOf(backup))

    await Promise.all([owner.close(), server.close()])
    await target.close()
    await testApp.close()
  },
  120_000,
)
