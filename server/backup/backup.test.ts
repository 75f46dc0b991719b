import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bookingApi } from '#contract/bookings/api.ts'
import { sealAudit } from '#server/audit/sealer.ts'
import { runAllJobsOnce } from '#server/background-jobs.ts'
import { createContext } from '#server/context.ts'
import { migrate } from '#server/database/migrate.ts'
import { openPGlite } from '#server/database/pglite.ts'
import { auditLog, auditSeals, bookingMoves, bookings, certificateChunks, users } from '#server/database/schema.ts'
import { saveCertificate } from '#server/documents/actions.ts'
import { registerInstallation } from '#server/installation.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { createVault, parseKeys } from '#server/vault.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { application, certificateFiles } from '#test/booking-forms.ts'
import { formOf } from '#test/caller.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { expectInvariants } from '#test/invariants.ts'
import { createSignedInApplicants } from '#test/races/many-applicants.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { restore } from './restore.ts'
import { writeBackup } from './write-backup.ts'

vi.setConfig({ testTimeout: 240_000 })

const onPostgres = process.env.TEST_ENGINE === 'postgres'

let testApp: TestApp
let target: TestDatabase
beforeAll(async () => {
  testApp = await startTestApp()
  const { context, database } = testApp
  await registerInstallation(database, context.config)
  await enqueueLetter(context, { to: 'family@test.example', kind: 'note', subject: 'A', paragraphs: ['B'] })
  const { bookingID } = await makeBooking(context, await makeUser(context, { totpSecret: 'JBSWY3DPEHPK3PXP' }))
  const [booking] = await context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
  const large = { bytes: randomBytes(3_000_000), mime: 'application/pdf' }
  await saveCertificate(context, { beneficiaryID: booking?.beneficiaryID ?? '' }, 'death', large)
})
afterAll(() => testApp.close())
afterEach(() => target?.close())

/** Collects a backup; before it takes the first part, it runs the work. */
async function backUp(context = testApp.context, beforeFirstPart = async () => undefined as unknown) {
  const parts: Buffer[] = []
  const destination = new Writable({
    async write(part: Buffer, _encoding, done) {
      if (parts.length === 0) await beforeFirstPart()
      parts.push(part)
      done()
    },
  })
  await writeBackup(context, destination)
  return Buffer.concat(parts)
}

const linesOf = (backup: Buffer) => gunzipSync(backup).toString('utf8').trimEnd().split('\n')
const pack = (lines: string[]) => gzipSync(lines.map((line) => `${line}\n`).join(''))

function restoreInto(database: TestDatabase, backup: Buffer, changes: Partial<TestApp['services']> = {}) {
  const { config, vault } = { ...testApp.services, ...changes }
  return restore({ database, config, vault }, Readable.from([backup]))
}

test('a backup under write load restores to the database as it was at one moment', async () => {
  const { app, context } = testApp
  const count = 12
  const cookies = await createSignedInApplicants(context, count)
  const found = { before: 0, done: 0 }
  const submitOne = async (cookie: string) => {
    const { nicheID } = await makeNiche(context)
    const { type, payload } = await formOf(application(nicheID), certificateFiles())
    const headers = { cookie, 'content-type': type }
    expect((await app.inject({ method: 'POST', url: bookingApi.submit.path, headers, payload })).statusCode).toBe(200)
    await sealAudit(context)
    found.done += 1
  }
  await Promise.all(cookies.slice(0, 4).map(submitOne))
  found.before = found.done
  const load = Promise.all(cookies.slice(4).map(submitOne))
  /** Only on PostgreSQL can others write meanwhile; the embedded engine's connection is in use. */
  const backup = await backUp(context, () =>
    onPostgres ? vi.waitUntil(() => found.done > found.before + 2, { timeout: 60_000 }) : Promise.resolve(),
  )
  await load

  target = await openTestDatabase()
  const restored = await restoreInto(target, backup)
  await expectInvariants(target.db, [
    'the last event of a payment differs from its status',
    'a settled payment has no receipt',
    'a move was not recorded in the audit log',
  ])
  const bookingsRestored = await target.db.$count(bookings)
  expect(bookingsRestored).toBeGreaterThan(found.before)
  if (onPostgres) expect(bookingsRestored).toBeLessThan(await context.db.$count(bookings))
  for (const table of [auditLog, auditSeals, bookingMoves, certificateChunks, users])
    expect(await context.db.select().from(table)).toEqual(expect.arrayContaining(await target.db.select().from(table)))
  expect(restored.opened).toEqual(
    expect.arrayContaining([
      'beneficiaries.national_id_sealed',
      'certificate_chunks.sealed',
      'outbox.body_sealed',
      'users.nric_sealed',
      'users.totp_sealed',
    ]),
  )

  const again = linesOf(await backUp(createContext({ ...testApp.services, database: target })))
  expect(again.slice(1, -1)).toEqual(linesOf(backup).slice(1, -1))
})

test('the restored server continues where the backup ended', async () => {
  target = await openTestDatabase()
  await restoreInto(target, await backUp())
  const restored = await startTestApp({ database: target })
  await makeBooking(restored.context, await makeUser(restored.context))
  await (await restored.signIn('staff')).call(bookingApi.approve, {
    body: { bookingID: (await target.db.select().from(bookings))[0]?.bookingID ?? '' },
  })
  await runAllJobsOnce(restored.context)
  await expect(target.db.execute(sql`delete from audit_log`)).rejects.toThrow()
  await restored.app.close()
})

test.runIf(onPostgres)(
  'a backup of the embedded engine restores into PostgreSQL, and one of PostgreSQL into the embedded engine',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'columba-backup-'))
    const embedded = await openPGlite(folder)
    await migrate(embedded)
    const original = await backUp()
    await restoreInto({ ...embedded, url: undefined }, original)
    const moved = await backUp(createContext({ ...testApp.services, database: embedded }))
    target = await openTestDatabase()
    await restoreInto(target, moved)
    const end = await backUp(createContext({ ...testApp.services, database: target }))
    expect(linesOf(end).slice(1)).toEqual(
      linesOf(original)
        .slice(1)
        .map((line) => line),
    )
    await embedded.close()
    await rm(folder, { recursive: true })
  },
)

test('a restore refuses a database with rows and changes nothing', async () => {
  target = await openTestDatabase()
  await makeUser({ ...testApp.context, db: target.db })
  await expect(restoreInto(target, await backUp())).rejects.toThrow(
    /is not empty: there are rows in users\. Restore into a new database\./,
  )
  expect(await target.db.$count(users)).toBe(1)
})

test('a backup does not contain the encryption key, and another key restores nothing', async () => {
  const backup = await backUp()
  const key = testApp.services.config.encryptionKey ?? ''
  const text = gunzipSync(backup).toString('latin1')
  for (const form of [key, Buffer.from(key, 'base64').toString('hex')]) expect(text).not.toContain(form)
  target = await openTestDatabase()
  const vault = createVault(parseKeys(randomBytes(32).toString('base64')))
  await expect(restoreInto(target, backup, { vault })).rejects.toThrow(/ENCRYPTION_KEY is not the key of this backup/)
  expect(await target.db.$count(users)).toBe(0)
  await restoreInto(target, backup)
})

const withoutLastRow = (lines: string[]) => lines.filter((_line, index) => index !== lines.length - 2)
test.each([
  [
    'is cut off',
    (backup: Buffer) => backup.subarray(0, backup.length - 100),
    'it is cut off, changed, or not a backup',
  ],
  ['is not a backup', () => Buffer.from('Columba'), 'it is cut off, changed, or not a backup'],
  ['has lost its end', (backup: Buffer) => pack(linesOf(backup).slice(0, -1)), 'its end is missing'],
  ['has lost a row', (backup: Buffer) => pack(withoutLastRow(linesOf(backup))), 'its checksum is wrong'],
  [
    'has a changed row',
    (backup: Buffer) => pack(linesOf(backup).map((line) => line.replace('Tan Mei Ling', 'Tan Mei Lin'))),
    'its checksum is wrong',
  ],
])('a backup that %s is refused and leaves the database empty', async (_what, change, problem) => {
  target = await openTestDatabase()
  await expect(restoreInto(target, change(await backUp()))).rejects.toThrow(
    `This is not a complete Columba backup: ${problem}.`,
  )
  expect(await target.db.$count(users)).toBe(0)
})

test('a backup of a newer version or of the other mode is refused', async () => {
  target = await openTestDatabase()
  const [header = '', ...rest] = linesOf(await backUp())
  const newer = header.replace(/"schema":\d+/, '"schema":9999999999999')
  await expect(restoreInto(target, pack([newer, ...rest]))).rejects.toThrow('made by a newer version')
  const config = { ...testApp.services.config, mode: 'production' as const }
  await expect(restoreInto(target, pack([header, ...rest]), { config })).rejects.toThrow('set COLUMBA_MODE=demo')
})
