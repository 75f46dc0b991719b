import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditApi } from '#contract/audit/api.ts'
import { tellOfAuditHead } from '#server/accounts/tell-admins.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { createVault, parseKeys } from '#server/core/vault.ts'
import { rotateKeys } from '#server/database/rotate-keys.ts'
import { auditChain, auditLog, auditSeals, outbox } from '#server/database/schema.ts'
import { runAllJobsOnce } from '#server/start/background-jobs.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import { emptyAuditLog, tamperWithAuditLog } from '#test/tamper-with-audit-log.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'
import { unkeyedHash } from './chain.ts'
import { formatHead, genesis, parseHead } from './head.ts'
import { findKeptHeadProblem } from './kept-head.ts'
import { record } from './public.ts'
import { listUnsealed } from './queries.ts'
import { logHead } from './read-head.ts'
import { sealAudit, sealMissedEntries } from './sealer.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')
beforeEach(() => emptyAuditLog(testApp.context.db))

const tamperWith = (statement: ReturnType<typeof sql>) => tamperWithAuditLog(testApp.context.db, statement)
const seal = () => sealAudit(testApp.context)
const verify = (...expected: [ReturnType<typeof parseHead>?]) => verifyAudit(testApp.context, ...expected)
const problems = async (...expected: [ReturnType<typeof parseHead>?]) => (await verify(...expected)).problems.join()

async function addEntries(...subjects: string[]) {
  for (const subject of subjects)
    await record(testApp.context, 'export', subject, { to: '2026-02-01', from: '2026-01-01', note: undefined })
}

/** What a version without keys and signatures has left: entries and their seals. */
async function addUnkeyedEntries(...subjects: string[]) {
  const { db } = testApp.context
  for (const subject of subjects)
    await db.insert(auditLog).values({ at: new Date(), actorName: 'Columba', action: 'export', subject })
  let head = genesis
  for (const entry of await db.select().from(auditLog).orderBy(asc(auditLog.id))) {
    head = { position: head.position + 1, hash: unkeyedHash(head, entry) }
    await tamperWith(
      sql`insert into audit_seals (position, audit_id, hash) values (${head.position}, ${entry.id}, ${head.hash})`,
    )
  }
  return head
}

test.each([
  ['changed', sql`update audit_log set subject = 'x'`],
  ['removed', sql`delete from audit_log`],
  ['truncated', sql`truncate audit_log`],
])('an audit entry cannot be %s, even by SQL', async (_how, statement) => {
  await addEntries('a')
  await expect(testApp.context.db.execute(statement)).rejects.toMatchObject({
    cause: { message: 'the audit log is append-only' },
  })
})

test('an audit entry is rolled back with its transaction', async () => {
  await inTransaction(testApp.context, async (context) => {
    await record(context, 'export', 'undone')
    throw new Error('undo')
  }).catch(() => undefined)
  expect(await testApp.context.db.select().from(auditLog)).toEqual([])
})

test('verifying an unchanged log finds no problems, also when given an earlier head', async () => {
  await addEntries('a', 'b', 'c')
  expect(await seal()).toBe(3)
  await addEntries('d')
  const before = await verify()
  expect(before).toMatchObject({ sealed: 3, unsealed: 1, unkeyed: 0, problems: [] })
  await seal()
  expect(await verify(before.head)).toMatchObject({ sealed: 4, unsealed: 0, problems: [] })
})

test('an entry that commits after later ones were sealed is sealed too', async () => {
  await addEntries('a', 'b', 'c')
  await tamperWith(sql`create table late as select * from audit_log where subject = 'b'`)
  await tamperWith(sql`delete from audit_log where subject = 'b'`)
  await seal()
  await tamperWith(sql`insert into audit_log overriding system value select * from late`)
  await tamperWith(sql`drop table late`)
  expect(await seal()).toBe(1)
  expect(await problems()).toBe('')
})

const removeSealed = (number: number) =>
  sql`with gone as (delete from audit_seals where audit_id >= ${number}) delete from audit_log where id >= ${number}`

test.each([
  ['altered', sql`update audit_log set actor_name = 'Nobody' where subject = 'b'`, 'Entry 2 has been altered'],
  ['given another address', sql`update audit_log set address = '::1' where subject = 'b'`, 'Entry 2 has been altered'],
  ['given another session', sql`update audit_log set session = 'x' where subject = 'b'`, 'Entry 2 has been altered'],
  ['given another request', sql`update audit_log set request_id = 'x' where subject = 'b'`, 'Entry 2 has been altered'],
  ['removed', sql`delete from audit_log where subject = 'b'`, 'Entry 2 has been removed'],
  [
    'removed with its seal',
    sql`with gone as (delete from audit_seals where audit_id = 2) delete from audit_log where id = 2`,
    'Seals 2 to 2 are missing',
  ],
  ['cut off', removeSealed(3), '3 entries were sealed, and seals after 2 are missing'],
  ['all cut off', removeSealed(1), '3 entries were sealed, and seals after 0 are missing'],
])('verifying reports an entry that was %s', async (_how, statement, problem) => {
  await addEntries('a', 'b', 'c')
  await seal()
  await tamperWith(statement)
  expect(await problems()).toContain(problem)
})

test('a cut-off end is still reported after new entries were sealed', async () => {
  await addEntries('a', 'b', 'c')
  await seal()
  await tamperWith(removeSealed(3))
  await addEntries('d')
  await seal()
  expect(await problems()).toContain('Seals 3 to 3 are missing')
})

test.each([
  ['before it is sealed', async () => undefined],
  ['after the sealer has seen it', seal],
])('an entry that was inserted by SQL is reported %s', async (_when, then) => {
  await addEntries('a')
  await seal()
  await tamperWith(
    sql`insert into audit_log (at, actor_name, action, subject) values (now(), 'Kavitha Nair', 'export', 'forged')`,
  )
  await then()
  expect(await problems()).toContain('Entry 2 was inserted')
})

test('a copy of a genuine entry is reported', async () => {
  await addEntries('a')
  await seal()
  await tamperWith(sql`
    insert into audit_log (at, actor_id, actor_name, action, subject, details, address, session, request_id, signature)
    select at, actor_id, actor_name, action, subject, details, address, session, request_id, signature from audit_log`)
  expect(await problems()).toContain('Entry 2 was inserted')
  await seal()
  expect(await problems()).toContain('Entry 2 was inserted')
})

test('an entry that was altered before it was sealed is reported', async () => {
  await addEntries('a')
  await tamperWith(sql`update audit_log set subject = 'b'`)
  await seal()
  expect(await problems()).toContain('Entry 1 was inserted, or altered before it was sealed')
})

test('a chain that was rewritten without the key is reported, also if its record was removed', async () => {
  await addEntries('a', 'b')
  await seal()
  await tamperWith(sql`update audit_log set subject = 'forged' where id = 2`)
  const entries = await testApp.context.db.select().from(auditLog).orderBy(asc(auditLog.id))
  let head = genesis
  for (const entry of entries) {
    head = { position: head.position + 1, hash: unkeyedHash(head, entry) }
    await tamperWith(
      sql`update audit_seals set hash = ${head.hash}, kind = 'unkeyed' where position = ${head.position}`,
    )
  }
  expect(await problems()).toContain('Entry 2 has been altered')
  await testApp.context.db.delete(auditChain)
  expect(await problems()).toContain('The record of the chain is missing')
})

test('a record of the chain that this server did not make is reported', async () => {
  await addEntries('a')
  await seal()
  const { db, vault } = testApp.context
  await db.update(auditChain).set({ headSealed: vault.seal('{"position":0}') })
  expect(await problems()).toContain('The record of the chain has been altered')
})

test('verifying with a head that was kept elsewhere reports an end that was cut off together with its record', async () => {
  await addEntries('a', 'b')
  await seal()
  const { db } = testApp.context
  const [recordOfTwo] = await db.select().from(auditChain)
  await addEntries('c')
  await seal()
  const { head } = await verify()
  await tamperWith(removeSealed(3))
  await db.update(auditChain).set({ headSealed: recordOfTwo?.headSealed ?? Buffer.alloc(0) })
  expect(await problems()).toBe('')
  expect(await problems(head)).toContain('its end has been cut off or rewritten')
  expect(await problems({ position: 2, hash: head.hash })).toContain('its end has been cut off or rewritten')
})

test('a log whose chain and seals were all removed is reported if a head was kept elsewhere', async () => {
  await addEntries('a', 'b')
  await seal()
  const { head } = await verify()
  await tamperWith(sql`delete from audit_seals`)
  await testApp.context.db.delete(auditChain)
  expect(await problems(head)).toBe('The expected head is not in the chain: there is no chain, it was removed.')
  expect(await verify()).toMatchObject({ sealed: 0, unsealed: 2 })
  expect(await problems(genesis)).toBe('')
})

test('the chain of an earlier version stays valid up to where the key begins, and changing it is reported', async () => {
  const last = await addUnkeyedEntries('old a', 'old b')
  expect(await problems()).toContain('no server of this version has run yet')
  await addEntries('c')
  await seal()
  expect(await verify(last)).toMatchObject({ sealed: 3, unkeyed: 2, problems: [] })
  expect(await problems(parseHead(last.hash))).toBe('')
  await tamperWith(sql`update audit_log set subject = 'forged' where id = 1`)
  expect(await problems()).toContain('Entry 1 has been altered')
})

test('earlier entries whose hashes were made again to match a change are reported', async () => {
  await addUnkeyedEntries('old a')
  await seal()
  await tamperWith(sql`update audit_log set subject = 'forged' where id = 1`)
  const [entry] = await testApp.context.db.select().from(auditLog)
  if (entry) await tamperWith(sql`update audit_seals set hash = ${unkeyedHash(genesis, entry)}`)
  expect(await problems()).toContain('were rewritten')
})

test('replicas of an earlier version may add entries for a day after the upgrade, but no seals', async () => {
  const { db } = testApp.context
  await addUnkeyedEntries('old a')
  await seal()
  const addUnsigned = (subject: string) =>
    db.insert(auditLog).values({ at: new Date(), actorName: 'Columba', action: 'export', subject })
  await addUnsigned('from an old replica')
  await db.execute(sql`insert into audit_seals (position, audit_id, hash) values (2, 2, 'of an old replica')`)
  expect(await seal()).toBe(1)
  expect(await problems()).toBe('')

  const before = testApp.time.now
  testApp.advanceTime(25 * 3_600_000)
  await addUnsigned('forged')
  await seal()
  testApp.time.now = before
  expect(await problems()).toContain('Entry 3 was inserted')
})

test('an entry that commits long after entries with higher IDs is sealed, too', async () => {
  const { context } = testApp
  await addEntries('of a long import')
  await context.db.execute(sql`select setval(pg_get_serial_sequence('audit_log', 'id'), 20000)`)
  await addEntries('meanwhile')
  await sealAudit(context, async (db, limit) => (await listUnsealed(db, limit)).slice(1))
  expect(await seal()).toBe(0)
  expect((await verify()).unsealed).toBe(1)
  await sealMissedEntries(context)
  expect(await verify()).toMatchObject({ sealed: 2, unsealed: 0, problems: [] })
})

test('a key rotation leaves the log verifiable with the new key alone', async () => {
  await addEntries('a')
  await seal()
  const { context } = testApp
  const older = Buffer.alloc(32, 7).toString('base64')
  const newer = Buffer.alloc(32, 8).toString('base64')
  const during = { ...context, vault: createVault(parseKeys(`${newer},${older}`)) }
  const after = { ...context, vault: createVault(parseKeys(newer)) }
  await addEntries('signed with the older key')
  expect(await rotateKeys(during)).toMatchObject({ 'audit_chain.key_sealed': 1, 'audit_chain.head_sealed': 1 })
  await sealAudit(during)
  await record(after, 'export', 'b')
  await sealAudit(after)
  expect(await verifyAudit(after)).toMatchObject({ sealed: 3, unsealed: 0, problems: [] })
  expect((await verifyAudit(context)).problems.join()).toContain('ENCRYPTION_KEY is not the one of this database')
})

test('seals say which entries no server wrote', async () => {
  await addEntries('a')
  await seal()
  await tamperWith(sql`insert into audit_log (at, actor_name, action, subject) values (now(), 'x', 'export', 'x')`)
  await seal()
  const seals = await testApp.context.db.select().from(auditSeals).orderBy(asc(auditSeals.position))
  expect(seals.map(({ kind }) => kind)).toEqual(['keyed', 'rejected'])
})

test('an admin fetches the head that verifying prints and a periodic job logs', async () => {
  await addEntries('a', 'b')
  await seal()
  const { head } = await verify()
  expect(head.position).toBe(2)
  const answer = await admin.call(auditApi.head)
  expect([answer.status, answer.body.head]).toEqual([200, formatHead(head)])
  expect(parseHead(answer.body.head)).toEqual(head)

  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  await runAllJobsOnce({ ...testApp.context, log })
  const logged = { msg: 'head of the audit log', head: formatHead(head) }
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(logged))
})

test('a head that is neither NUMBER:HASH nor a hash is not read', () => {
  for (const text of ['', '1', '1:abc', `x:${genesis.hash}`, `1:${genesis.hash}0`])
    expect(parseHead(text)).toBeUndefined()
})

describe('in production', () => {
  let dataDir: string
  let context: Context
  let errors: object[]
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'columba-head-'))
    errors = []
    const log = Object.assign(Object.create(testApp.context.log), { error: (facts: object) => errors.push(facts) })
    context = { ...testApp.context, log, config: { ...testApp.context.config, mode: 'production', dataDir } }
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))
  const file = () => join(dataDir, 'audit.head')

  test('the head is kept in a file in the data folder, and a log that has lost it raises an alarm and leaves the file', async () => {
    await addEntries('a', 'b')
    await seal()
    await logHead(context)
    const { head } = await verify()
    expect(readFileSync(file(), 'utf8')).toBe(`${formatHead(head)}\n`)
    await addEntries('c')
    await seal()
    await logHead(context)
    const kept = readFileSync(file(), 'utf8')
    expect([kept.startsWith('3:'), await findKeptHeadProblem(context), errors]).toEqual([true, undefined, []])

    await emptyAuditLog(context.db)
    await addEntries('forged')
    await seal()
    await logHead(context)
    expect([readFileSync(file(), 'utf8'), errors]).toEqual([kept, [expect.objectContaining({ file: file() })]])
    expect(await findKeptHeadProblem(context)).toContain(`The head in ${file()} is not in the chain`)
  })

  test('admins have a letter with the head once a week', async () => {
    const count = () => context.db.$count(outbox, and(eq(outbox.kind, 'audit-head'), eq(outbox.to, admin.person.email)))
    await tellOfAuditHead(context)
    await tellOfAuditHead(context)
    expect(await count()).toBe(1)
    testApp.advanceTime(7 * 24 * 3_600_000)
    await tellOfAuditHead(context)
    expect(await count()).toBe(2)
  })
})
