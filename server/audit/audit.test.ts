import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditApi } from '#contract/audit/api.ts'
import { inTransaction } from '#server/context.ts'
import { auditLog, auditSeals } from '#server/database/schema.ts'
import { type SignedInCaller, startTestApp, type TestApp } from '#test/test-app.ts'
import { record } from './actions.ts'
import { sealAudit } from './sealer.ts'
import { verifyAudit } from './verify.ts'

let testApp: TestApp
let admin: SignedInCaller
beforeAll(async () => {
  testApp = await startTestApp()
  admin = await testApp.signIn('admin')
})
afterAll(() => testApp.close())
beforeEach(() => tamperWith(sql`truncate audit_log, audit_seals restart identity`))

/** What only someone who owns the database could do. */
async function tamperWith(deed: ReturnType<typeof sql>) {
  const { db } = testApp.context
  for (const table of [auditLog, auditSeals]) await db.execute(sql`alter table ${table} disable trigger user`)
  await db.execute(deed)
  for (const table of [auditLog, auditSeals]) await db.execute(sql`alter table ${table} enable trigger user`)
}
async function addEntries(...subjects: string[]) {
  for (const subject of subjects)
    await record(testApp.context, 'export', subject, { to: '2026-02-01', from: '2026-01-01' })
}

test.each([
  ['changed', sql`update audit_log set subject = 'x'`],
  ['removed', sql`delete from audit_log`],
  ['swept away', sql`truncate audit_log`],
])('an entry cannot be %s', async (_how, deed) => {
  await addEntries('a')
  await expect(testApp.context.db.execute(deed)).rejects.toMatchObject({
    cause: { message: 'the audit log is append-only' },
  })
})

test('what is undone was never said', async () => {
  await inTransaction(testApp.context, async (context) => {
    await record(context, 'export', 'undone')
    throw new Error('undo')
  }).catch(() => undefined)
  expect(await testApp.context.db.select().from(auditLog)).toEqual([])
})

test('a whole log is found whole, and its head is known', async () => {
  await addEntries('a', 'b', 'c')
  expect(await sealAudit(testApp.context)).toBe(3)
  await addEntries('d')
  const before = await verifyAudit(testApp.context.db)
  expect(before).toMatchObject({ sealed: 3, unsealed: 1, faults: [] })
  await sealAudit(testApp.context)
  expect(await verifyAudit(testApp.context.db, before.head)).toMatchObject({ sealed: 4, unsealed: 0, faults: [] })
})

test('an entry that committed late is sealed all the same', async () => {
  await addEntries('a', 'b', 'c')
  await tamperWith(sql`delete from audit_log where subject = 'b'`)
  await sealAudit(testApp.context)
  await testApp.context.db.execute(
    sql`insert into audit_log (id, at, actor_name, action, subject) overriding system value values (2, now(), 'Late', 'export', 'b')`,
  )
  expect(await sealAudit(testApp.context)).toBe(1)
  expect((await verifyAudit(testApp.context.db)).problems).toEqual([])
})

test.each([
  ['altered', sql`update audit_log set actor_name = 'Nobody' where subject = 'b'`, 'Entry 2 has been altered'],
  ['removed', sql`delete from audit_log where subject = 'b'`, 'Entry 2 has been removed'],
  [
    'removed with its seal',
    sql`with gone as (delete from audit_seals where audit_id = 2) delete from audit_log where id = 2`,
    'Seals 2 to 2 are missing',
  ],
])('an entry that was %s is found', async (_how, deed, fault) => {
  await addEntries('a', 'b', 'c')
  await sealAudit(testApp.context)
  await tamperWith(deed)
  expect((await verifyAudit(testApp.context.db)).problems.join()).toContain(fault)
})

test('an end that was cut off is found by whoever kept the last hash', async () => {
  await addEntries('a', 'b')
  await sealAudit(testApp.context)
  const { head } = await verifyAudit(testApp.context.db)
  await tamperWith(sql`with gone as (delete from audit_seals where audit_id = 2) delete from audit_log where id = 2`)
  expect((await verifyAudit(testApp.context.db)).problems).toEqual([])
  expect((await verifyAudit(testApp.context.db, head)).problems.join()).toContain('its end has been cut off')
})

test('the admin reads the newest first, page by page', async () => {
  await addEntries(...Array.from({ length: 60 }, (_, index) => `B-${index}`))
  const first = await admin.call(auditApi.list, { query: {} })
  expect(first.body.entries.map(({ subject }) => subject).slice(0, 2)).toEqual(['B-59', 'B-58'])
  const rest = await admin.call(auditApi.list, { query: { cursor: Number(first.body.next) } })
  expect(rest.body).toMatchObject({ next: null })
  expect([...first.body.entries, ...rest.body.entries]).toHaveLength(60)
})

test('the admin filters by person, kind, booking and period', async () => {
  await addEntries('B-1', 'B-2')
  const staff = await testApp.signIn('staff')
  const actor = { userID: staff.person.userID, name: staff.person.fullName, role: 'staff' as const, sessionHash: '' }
  await record({ ...testApp.context, actor }, 'lookup.nric', 'someone')
  const list = async (query: object) =>
    (await admin.call(auditApi.list, { query })).body.entries.map(({ subject }) => subject)

  expect(await list({ actor: staff.person.email })).toEqual(['someone'])
  expect(await list({ action: 'export' })).toEqual(['B-2', 'B-1'])
  expect(await list({ booking: 'B-1' })).toEqual(['B-1'])
  expect(await list({ from: '2999-01-01' })).toEqual([])
  expect(await list({ actor: 'nobody at all' })).toEqual([])
})
