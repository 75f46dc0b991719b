import { randomBytes } from 'node:crypto'
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

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

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

test('a backup does not contain the encryption key, and another key restores nothing', async () => {
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

test('another key is refused too if nobody has registered yet', async () => {
  const fresh = await openTestDatabase()
  await registerInstallation(fresh, testApp.services.config)
  const early = await backUp(createContext({ ...testApp.services, database: fresh }))
  await fresh.close()
  target = await openTestDatabase()
  await expect(restoreInto(target, early, otherKey())).rejects.toThrow('ENCRYPTION_KEY is not the key of this backup')
  await restoreInto(target, early, testApp.services)
})

const withoutLastRow = (lines: string[]) => lines.filter((_line, index) => index !== lines.length - 2)
const withChangedName = (line: string) => line.replace('Tan Mei Ling', 'Tan Mei Lin')
const damages: [what: string, damage: () => Buffer, problem: string][] = [
  ['is cut off', () => backup.subarray(0, backup.length - 100), 'it is cut off, changed, or not a backup'],
  ['is not a backup', () => Buffer.from('Columba'), 'it is cut off, changed, or not a backup'],
  ['has lost its end', () => pack(linesOf(backup).slice(0, -1)), 'its end is missing'],
  ['has lost a row', () => pack(withoutLastRow(linesOf(backup))), 'its checksum is wrong'],
  ['has a changed row', () => pack(linesOf(backup).map(withChangedName)), 'its checksum is wrong'],
  ['has a changed byte', () => withChangedByte(backup), 'it is cut off, changed, or not a backup'],
]
/** Whether the damage is noticed does not depend on the engine; whether the database stays empty does. */
test.each(process.env.TEST_ENGINE === 'postgres' ? damages : damages.slice(2, 4))(
  'a backup that %s is refused and leaves the database empty',
  async (_what, change, problem) => {
    target = await openTestDatabase()
    await expect(restoreInto(target, change(), testApp.services)).rejects.toThrow(
      `This is not a complete Columba backup: ${problem}.`,
    )
    expect(await isEmpty()).toBe(true)
  },
)

/** At the end, where gzip keeps its own checksum. */
function withChangedByte(whole: Buffer) {
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(changed.length - 8) ^ 1, changed.length - 8)
  return changed
}

test('a backup of a newer version or of the other mode is refused', async () => {
  target = await openTestDatabase()
  const [header = '', ...rest] = linesOf(backup)
  const newer = pack([header.replace(/"schema":\d+/, '"schema":9999999999999'), ...rest])
  await expect(restoreInto(target, newer, testApp.services)).rejects.toThrow('made by a newer version')
  const config = { ...testApp.services.config, mode: 'production' as const }
  await expect(restoreInto(target, backup, { ...testApp.services, config })).rejects.toThrow('set COLUMBA_MODE=demo')
  expect(await isEmpty()).toBe(true)
})

/** Before halls had directions, houses details, and registers could be imported. */
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
