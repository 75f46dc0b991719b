import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { record } from '#server/audit/public.ts'
import { sealAudit } from '#server/audit/sealer.ts'
import { createContext } from '#server/core/context.ts'
import { createVault, parseKeys } from '#server/core/vault.ts'
import { migrateTo, readSchemaVersion } from '#server/database/migrate.ts'
import { readMigrations } from '#server/database/read-migrations.ts'
import { buildings, house, users } from '#server/database/schema.ts'
import { registerInstallation } from '#server/start/installation.ts'
import { verifyAudit } from '#server/urns/verify-audit.ts'
import { backUp, linesOf, pack, restoreInto } from '#test/backups.ts'
import { makeUser } from '#test/factories.ts'
import { fillEveryTable } from '#test/fill-every-table.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { verifyBackup } from './restore.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** What is read in the file itself does not depend on the engine; whether the database stays empty does. */
const testFile = test.runIf(process.env.TEST_ENGINE === 'postgres')

const testApp = prepareTestApp()
let backup: Buffer
let target: TestDatabase
beforeAll(async () => {
  await fillEveryTable(testApp)
  backup = await backUp(testApp.context)
})
afterEach(() => target?.close())

const otherKey = () => ({ ...testApp.services, vault: createVault(parseKeys(randomBytes(32).toString('base64'))) })
const isEmpty = async () => (await target.db.$count(users)) + (await target.db.$count(buildings)) === 0

test('a restore refuses a database with rows and changes nothing', async () => {
  target = await openTestDatabase()
  await makeUser({ ...testApp.context, db: target.db })
  await expect(restoreInto(target, backup, testApp.services)).rejects.toThrow(
    /is not empty: there are rows in users\. Restore into a new database\./,
  )
  expect(await target.db.$count(users)).toBe(1)
  expect(await target.db.$count(buildings)).toBe(0)
})

testFile('a backup does not contain the encryption key, and another key restores nothing', async () => {
  const key = testApp.services.config.encryptionKey ?? ''
  const text = gunzipSync(backup).toString('latin1')
  for (const form of [key, Buffer.from(key, 'base64').toString('hex')]) expect(text).not.toContain(form)
  target = await openTestDatabase()
  await expect(restoreInto(target, backup, otherKey())).rejects.toThrow(
    /cannot be opened: ENCRYPTION_KEY is not the key of this backup, which does not contain it\. Nothing was restored\./,
  )
  expect(await isEmpty()).toBe(true)
  await restoreInto(target, backup, testApp.services)
})

testFile('another key is refused too if nobody has registered yet', async () => {
  const fresh = await openTestDatabase()
  await registerInstallation(fresh, testApp.services.config)
  const early = await backUp(createContext({ ...testApp.services, database: fresh }))
  await fresh.close()
  target = await openTestDatabase()
  await expect(restoreInto(target, early, otherKey())).rejects.toThrow('ENCRYPTION_KEY is not the key of this backup')
  await restoreInto(target, early, testApp.services)
})

/** Written again as the same version would write it, with the key or without. */
function rewritten(change: (line: string) => string, key = testApp.services.vault.forBackups) {
  const lines = linesOf(backup).slice(0, -1).map(change)
  const hash = createHash('sha256')
  for (const line of lines) hash.update(line).update('\n')
  const sha256 = hash.digest('hex')
  const [, end] = JSON.parse(linesOf(backup).at(-1) ?? '')
  return pack([...lines, JSON.stringify(['end', { ...end, sha256, signature: key.hash(sha256) }])])
}
const cutInHalf = (line: string) => (line.includes('Tan Mei Ling') ? line.slice(0, line.length / 2) : line)
const withOtherHall = (line: string) =>
  line.includes('"level_number":') ? line.replace(/"building_id":"([^"]+)"/, '"building_id":"$1-none"') : line
const withRenamedColumn = (line: string) => (line.startsWith('[') ? line : line.replace('"full_name":', '"fullname":'))

const withoutLastRow = (lines: string[]) => lines.filter((_line, index) => index !== lines.length - 2)
const withChangedName = (line: string) => line.replace('Tan Mei Ling', 'Tan Mei Lin')
const damages: [what: string, damage: () => Buffer, problem: string][] = [
  ['is cut off', () => backup.subarray(0, backup.length - 100), 'it is cut off, changed, or not a backup'],
  ['is not a backup', () => Buffer.from('Columba'), 'it is cut off, changed, or not a backup'],
  ['has lost its end', () => pack(linesOf(backup).slice(0, -1)), 'its end is missing'],
  ['has lost a row', () => pack(withoutLastRow(linesOf(backup))), 'its checksum is wrong'],
  ['has a changed row', () => pack(linesOf(backup).map(withChangedName)), 'its checksum is wrong'],
  [
    'was written again without the key',
    () => rewritten(withChangedName, otherKey().vault.forBackups),
    'its signature is wrong',
  ],
  ['has a row that was cut in half', () => pack(linesOf(backup).map(cutInHalf)), 'rows of \\w+ cannot be read'],
  ['has a renamed column', () => rewritten(withRenamedColumn), 'rows of users cannot be read'],
  [
    'has levels of a hall that is missing',
    () => rewritten(withOtherHall),
    'rows of levels name others that are not in it',
  ],
  ['has a changed byte', () => withChangedByte(backup), 'it is cut off, changed, or not a backup'],
]
test.each(process.env.TEST_ENGINE === 'postgres' ? damages : damages.slice(3, 4))(
  'a backup that %s is refused and leaves the database empty',
  async (_what, change, problem) => {
    target = await openTestDatabase()
    await expect(restoreInto(target, change(), testApp.services)).rejects.toThrow(
      new RegExp(`^This is not a complete Columba backup: ${problem}\\.$`),
    )
    expect(await isEmpty()).toBe(true)
  },
)

testFile('a backup that was written again without the key is refused before a database is opened', async () => {
  target = await openTestDatabase()
  const forged = rewritten(withChangedName, otherKey().vault.forBackups)
  await expect(verifyBackup(testApp.services, Readable.from([forged]))).rejects.toThrow('its signature is wrong')
  await expect(verifyBackup(otherKey(), Readable.from([backup]))).rejects.toThrow('ENCRYPTION_KEY is not the key')
  await verifyBackup(testApp.services, Readable.from([backup]))
})

test('a backup whose audit log was changed by somebody with the key leaves the database empty', async () => {
  target = await openTestDatabase()
  const withOtherActor = (line: string) => line.replace(/"actor_name":"[^"]+"/, '"actor_name":"Nobody"')
  await expect(restoreInto(target, rewritten(withOtherActor), testApp.services)).rejects.toThrow(
    /^The audit log in this backup has been changed\. Nothing was restored\.\n/,
  )
  expect(await isEmpty()).toBe(true)
})

testFile('a backup of a version that did not sign them is restored only if the operator says so', async () => {
  target = await openTestDatabase()
  const unsigned = rewritten((line) => line.replace('"version":2', '"version":1').replace(/,"keyCheck":"[^"]+"/, ''))
  await expect(restoreInto(target, unsigned, testApp.services)).rejects.toThrow('restore it with --unsigned')
  expect(await isEmpty()).toBe(true)
  await restoreInto(target, unsigned, { ...testApp.services, acceptUnsigned: true })
  expect(await isEmpty()).toBe(false)
})

/** Changes a byte at the end, where gzip keeps its own checksum. */
function withChangedByte(whole: Buffer) {
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(changed.length - 8) ^ 1, changed.length - 8)
  return changed
}

testFile('a backup of a newer version or of the other mode is refused', async () => {
  target = await openTestDatabase()
  const [header = '', ...rest] = linesOf(backup)
  const newer = pack([header.replace(/"schema":\d+/, '"schema":9999999999999'), ...rest])
  await expect(restoreInto(target, newer, testApp.services)).rejects.toThrow('made by a newer version')
  const config = { ...testApp.services.config, mode: 'production' as const }
  await expect(restoreInto(target, backup, { ...testApp.services, config })).rejects.toThrow('set COLUMBA_MODE=demo')
  expect(await isEmpty()).toBe(true)
})

/** The version before halls had directions, houses had details, and registers could be imported. */
const olderVersion = '0013_closing_and_payment_problems'

test('a backup of an earlier version is restored and then migrated to this version', async () => {
  const older = await openEmptyDatabase()
  const { createdAt = 0 } = readMigrations('server/database/migrations').find(({ name }) => name === olderVersion) ?? {}
  await migrateTo(older, createdAt)
  await older.db.execute(sql`insert into buildings (building_id, building_name, position) values ('hall', 'Hall', 1)`)
  const text = await makeOlderBackup(older)
  await older.close()
  expect(linesOf(text)[0]).toContain(`"schema":${createdAt}`)

  target = await openTestDatabase()
  await expect(restoreInto(target, text, testApp.services)).rejects.toThrow('migrated by a newer version than that of')
  await target.close()
  target = await openEmptyDatabase()
  const { rows } = await restoreInto(target, text, testApp.services)
  expect(rows).toBeGreaterThan(0)
  expect(await readSchemaVersion(target)).toBe('current')
  expect(await target.db.select().from(buildings)).toMatchObject([{ buildingID: 'hall', buildingName: 'Hall' }])
  /** The migration adds it to an installation that had halls. */
  expect(await target.db.$count(house)).toBe(1)
  expect(await verifyAudit({ ...testApp.context, db: target.db })).toMatchObject({ sealed: 1, problems: [] })
})

async function makeOlderBackup(older: TestDatabase) {
  const context = createContext({ ...testApp.services, database: older })
  await registerInstallation(older, testApp.services.config)
  await record(context, 'niche.overridden', 'TH-1A-03-05')
  await sealAudit(context)
  return backUp(context)
}
