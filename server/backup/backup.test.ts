import { randomUUID } from 'node:crypto'
import { is, isNull, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { sealAudit } from '#server/audit/sealer.ts'
import { findRestoredAsOf } from '#server/checkout/unknown-payments.ts'
import { createContext } from '#server/core/context.ts'
import * as schema from '#server/database/schema.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { backUp, contentOf, linesOf, restoreInto, rowsOf } from '#test/backups.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { application, certificateFiles } from '#test/booking-forms.ts'
import { formOf } from '#test/caller.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { fillEveryTable } from '#test/fill-every-table.ts'
import { expectInvariants } from '#test/invariants.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import { sendDueLetters } from '#test/send-due-letters.ts'
import { prepareTestApp, startTestApp } from '#test/test-app.ts'
import { openEmbeddedDatabase, openEmptyDatabase, openTestDatabase, type TestDatabase } from '#test/test-database.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const tables = Object.values(schema)
  .filter((each) => is(each, PgTable))
  .map(getTableConfig)

const testApp = prepareTestApp()
let target: TestDatabase
beforeAll(async () => {
  await fillEveryTable(testApp)
})
afterEach(() => target?.close())

const backUpOf = (database: TestDatabase) => backUp(createContext({ ...testApp.services, database }))
/** Each table's rows. Their order is not content: the database puts a small row where there is room for it. */
test('a backup contains rows of every table of the schema, and a value of every encrypted column', async () => {
  const rows = rowsOf(await backUp(testApp.context))
  expect([...rows.keys()].sort()).toEqual(tables.map(({ name }) => name).sort())
  const lines = (name: string) => (rows.get(name) ?? []).map((line) => JSON.parse(line))
  for (const { name, columns } of tables) {
    expect(lines(name), `fillEveryTable adds no row to ${name}`).not.toEqual([])
    expect(Object.keys(lines(name)[0]).sort()).toEqual(columns.map((column) => column.name).sort())
    for (const { name: column } of columns.filter((column) => column.getSQLType() === 'bytea'))
      expect(lines(name).map((row) => row[column])).toContainEqual(expect.stringMatching(/^\\x/))
  }
})

test('a backup does not contain the encryption key', async () => {
  const lines = linesOf(await backUp(testApp.context)).join('\n')
  const key = testApp.context.config.encryptionKey ?? ''
  expect(key.length).toBeGreaterThan(40)
  expect(lines).not.toContain(key)
  expect(lines).not.toContain(Buffer.from(key, 'base64').toString('hex'))
})

test('a restored database has the same rows, and a value of every encrypted column was opened', async () => {
  const backup = await backUp(testApp.context)
  target = await openTestDatabase()
  const { opened, rows } = await restoreInto(target, backup, testApp.services)
  const encrypted = tables.flatMap(({ name, columns }) =>
    columns.filter((column) => column.getSQLType() === 'bytea').map((column) => `${name}.${column.name}`),
  )
  expect(opened.sort()).toEqual(encrypted.filter((name) => !name.startsWith('audit_chain.')).sort())
  expect(rows).toBe([...rowsOf(backup).values()].flat().length)
  expect(contentOf(await backUpOf(target))).toEqual(contentOf(backup))
  const { createdAt } = JSON.parse(linesOf(backup)[0] ?? '')[1]
  expect(await findRestoredAsOf(target.db)).toEqual(new Date(createdAt))
})

/** The rows of these tables are never changed or removed. */
const appendOnly = ['audit_log', 'audit_seals', 'beneficiaries', 'booking_moves', 'certificate_chunks', 'users']

test('a backup under write load restores to the database as it was at one moment', async () => {
  const { app, context } = testApp
  const found = { before: 0, done: 0 }
  const submitOne = async (cookie: string) => {
    const { nicheID } = await makeNiche(context)
    const { type, payload } = await formOf(application(nicheID), certificateFiles())
    const headers = { cookie, 'content-type': type }
    expect((await app.inject({ method: 'POST', url: bookingApi.submit.path, headers, payload })).statusCode).toBe(200)
    await sealAudit(context)
    found.done += 1
  }
  const cookies = await createSignedInApplicants(context, 12)
  await Promise.all(cookies.slice(0, 4).map(submitOne))
  found.before = await context.db.$count(schema.bookings)
  found.done = 0
  const load = Promise.all(cookies.slice(4).map(submitOne))
  /** Only on PostgreSQL can others write meanwhile; the embedded engine's one connection is in use. */
  const backup = await backUp(context, () =>
    onPostgres ? vi.waitUntil(() => found.done > 2, { timeout: 60_000 }) : Promise.resolve(),
  )
  await load
  const after = rowsOf(await backUp(context))

  target = await openTestDatabase()
  await restoreInto(target, backup, testApp.services)
  await expectInvariants(target.db, [
    'the last event of a payment differs from its status',
    'a settled payment has no receipt',
    'a move was not recorded in the audit log',
  ])
  expect(contentOf(await backUpOf(target))).toEqual(contentOf(backup))
  const before = rowsOf(backup)
  const bookingsInBackup = before.get('bookings')?.length
  expect(bookingsInBackup).toBeGreaterThanOrEqual(found.before)
  if (onPostgres) expect(bookingsInBackup).toBeLessThan(after.get('bookings')?.length ?? 0)
  for (const name of appendOnly) {
    const later = new Set(after.get(name))
    expect(before.get(name)?.filter((row) => !later.has(row))).toEqual([])
  }
})

test('the restored server continues where the backup ended', async () => {
  target = await openTestDatabase()
  await restoreInto(target, await backUp(testApp.context), testApp.services)
  const restored = await startTestApp({ database: target })
  const { bookingID } = await makeBooking(restored.context, await makeUser(restored.context))
  const approved = await (await restored.signIn('staff')).call(bookingApi.approve, { body: { bookingID } })
  expect(approved.status).toBe(200)
  await runAllJobsOnce(restored.context)
  await expect(target.db.execute(sql`delete from audit_log`)).rejects.toThrow()
  const orphan = { draftID: randomUUID(), levelID: 'none', blockName: 'A', layout: {} as never, savedAt: new Date() }
  await expect(target.db.insert(schema.blockDrafts).values(orphan)).rejects.toThrow()
  await restored.app.close()
})

test('a restored server sends the letters that waited when the backup was made', async () => {
  const waiting = await testApp.context.db.select().from(schema.outbox).where(isNull(schema.outbox.sentAt))
  expect(waiting.map(({ to }) => to)).toContain('family@test.example')
  target = await openTestDatabase()
  await restoreInto(target, await backUp(testApp.context), testApp.services)
  const sent: string[] = []
  const send = async ({ to, subject }: { to: string; subject: string }) => void sent.push(`${to}: ${subject}`)
  const transport = { keepsSentBodies: false, send, check: async () => undefined, close: () => undefined }
  await sendDueLetters(createContext({ ...testApp.services, database: target }), transport)
  expect(sent.toSorted()).toEqual(waiting.map(({ to, subject }) => `${to}: ${subject}`).toSorted())
})

test.runIf(onPostgres)('a backup of one engine restores into the other, and back without a difference', async () => {
  const original = await backUp(testApp.context)
  const embedded = await openEmbeddedDatabase()
  await restoreInto(embedded, original, testApp.services)
  const moved = await backUpOf(embedded)
  await embedded.close()
  target = await openEmptyDatabase()
  await restoreInto(target, moved, testApp.services)
  expect(contentOf(await backUpOf(target))).toEqual(contentOf(original))
})
