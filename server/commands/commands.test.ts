import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { record } from '#server/audit/public.ts'
import { sealAudit } from '#server/audit/sealer.ts'
import { type Config, loadConfig } from '#server/core/config.ts'
import { createContext, type Services } from '#server/core/context.ts'
import { bookingMoves, bookings, outbox, paymentEvents, payments, restores, users } from '#server/database/schema.ts'
import { saveCertificate } from '#server/documents/public.ts'
import { openServices } from '#server/start/services.ts'
import { adminOptions } from '#test/admin-options.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { buildImage } from '#test/built-image.ts'
import { type Program, run } from '#test/child-process.ts'
import { makeUser } from '#test/factories.ts'
import { emptyAuditLog, tamperWith } from '#test/tamper-with-audit-log.ts'
import { copyDataFolder, createEmptyDatabase, openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { serveCommands } from '../start/command-socket.ts'

/** Child processes start slowly while other tests keep the machine busy. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const [key, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
const maintenance = ['admin-create', 'audit-verify', 'doctor', 'keys-rotate', 'payments-reconcile']

let image: Awaited<ReturnType<typeof buildImage>>
let folder: string
let database: TestDatabase
/** The settings of the installation under test: its own data folder or PostgreSQL database, and its key. */
let settings: Record<string, string>
beforeAll(async () => {
  image = await buildImage()
})
afterAll(() => image.remove())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columba-commands-'))
  settings = { DATA_DIR: join(folder, 'data'), ENCRYPTION_KEY: key, LOG_LEVEL: 'silent', PORT: '0' }
  if (!onPostgres) return
  database = await openTestDatabase()
  settings.DATABASE_URL = Object.assign(new URL(database.url ?? ''), { password: 'never-printed' }).href
})
afterEach(async () => {
  if (onPostgres) await database.close()
  await rm(folder, { recursive: true })
})

/** Runs a command in the image, as `npm run` does there. */
async function runCommand(name: string, environment = settings, options: string[] = []) {
  const command = [process.execPath, join(image.folder, 'scripts/run-command.mjs'), name, ...options]
  const program = run(command, environment, folder)
  return { status: await program.ended, stdout: program.stdout(), stderr: program.stderr() }
}

/** Opens the installation as its server does, which sets it up the first time, and closes it after the work. */
async function withServer<T>(mode: Config['mode'], work: (services: Services) => Promise<T>): Promise<T> {
  if (!onPostgres && !existsSync(settings.DATA_DIR ?? '')) await copyDataFolder(settings.DATA_DIR ?? '')
  const services = await openServices({ ...loadConfig(settings), mode })
  return work(services).finally(() => services.database.close())
}

const addPerson = ({ database, vault }: Services) => makeUser({ db: database.db, vault })
const countUsers = ({ database }: Services) => database.db.$count(users)

/** No engine is opened, so once is enough. */
test.runIf(onPostgres).each([...maintenance, 'migrate'])(
  '%s without the settings of the server opens and creates nothing',
  async (name) => {
    const { status, stdout, stderr } = await runCommand(name, {})
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(
      `There is no database in ${join(folder, 'data')} (DATA_DIR), and DATABASE_URL is not set. Run the command with the settings of the server; deploy/README.md says how.\n`,
    )
    expect(await readdir(folder)).toEqual([])
  },
)

test('without COLUMBA_MODE the commands and the server refuse a production database, and change nothing', async () => {
  await withServer('production', addPerson)
  const server = run([process.execPath, join(image.folder, 'dist/server/main.js')], settings, folder)
  const outcomes = [{ status: await server.ended, stdout: server.stdout(), stderr: server.stderr() }]
  // Each opens the database in the same way, which takes seconds on the embedded engine.
  const commands = onPostgres ? [...maintenance, 'migrate', 'seed'] : ['keys-rotate', 'seed']
  for (const name of commands) outcomes.push(await runCommand(name))
  for (const { status, stdout, stderr } of outcomes) {
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('belongs to a production installation, but COLUMBA_MODE is demo: set COLUMBA_MODE=')
  }
  expect(await withServer('production', countUsers)).toBe(1)
})

test('a command names the database that it opened, without a password', async () => {
  await withServer('demo', addPerson)
  const { status, stdout } = await runCommand('audit-verify')
  const place = onPostgres ? /test_[\w-]+ on 127\.0\.0\.1:\d+/ : /\S+\/data\/db on this computer/
  expect(status).toBe(0)
  expect(stdout).toMatch(new RegExp(`^Database ${place.source}: demo mode, 0 bookings\\.\n`))
  expect(stdout).toContain('The audit log is unchanged')
  expect(stdout).not.toContain('never-printed')
})

test.runIf(onPostgres)('audit-verify does not migrate a database of an earlier version', async () => {
  await withServer('demo', async ({ database: { db } }) => {
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = 1`)
  })
  const { status, stderr } = await runCommand('audit-verify')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^The database \S+ on .* was last used by an older version\./)
  // A migration would now fail, because the tables exist.
  await expect(withServer('demo', countUsers)).rejects.toThrow()
})

test.runIf(onPostgres)('a command refuses an empty PostgreSQL database and leaves it empty', async () => {
  const name = `test_${randomUUID()}`
  await database.db.execute(sql`create database ${sql.identifier(name)}`)
  const DATABASE_URL = Object.assign(new URL(settings.DATABASE_URL ?? ''), { pathname: name }).href
  const refused = await Promise.all(maintenance.map((command) => runCommand(command, { ...settings, DATABASE_URL })))
  for (const { status, stderr } of refused) {
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The database test_\S+ on \S+ is empty: no Columba has been started with it\./)
  }
  const migrated = await runCommand('migrate', { ...settings, DATABASE_URL })
  expect(migrated.stdout).toMatch(/demo mode, 0 bookings\.\nThe database is up to date\.\n$/)
  await database.db.execute(sql`drop database ${sql.identifier(name)} with (force)`)
})

test('after keys-rotate has found nothing that needs the old key, only the new key opens the database', async () => {
  await withServer('demo', addPerson)
  const rotated = await runCommand('keys-rotate', { ...settings, ENCRYPTION_KEY: `${newKey},${key}` })
  expect(rotated.status).toBe(0)
  expect(rotated.stdout).toContain('users.nric_sealed: 1 rows encrypted with the new key')
  expect(rotated.stdout).toMatch(
    /Checked .*users\.nric_sealed.*: nothing in the database needs an older key\.\nBackups made until now need it\. /,
  )
  expect((await runCommand('audit-verify', { ...settings, ENCRYPTION_KEY: newKey })).status).toBe(0)
  const old = await runCommand('audit-verify')
  expect(old.status).toBe(1)
  expect(old.stderr).toContain('was encrypted with a key that is not in ENCRYPTION_KEY')
})

test.runIf(onPostgres)('if the old key is dropped before keys-rotate has run, the database is refused', async () => {
  await withServer('demo', addPerson)
  const { status, stderr } = await runCommand('keys-rotate', { ...settings, ENCRYPTION_KEY: newKey })
  expect(status).toBe(1)
  expect(stderr).toContain('was encrypted with a key that is not in ENCRYPTION_KEY: add that key, after a comma.')
})

/** A new place for another database: a data folder, or an empty PostgreSQL database. */
async function makeEmptyPlace() {
  const place = { ...settings, DATA_DIR: join(folder, randomUUID()) }
  if (!onPostgres) return place
  const { url, close } = await createEmptyDatabase()
  onTestFinished(close)
  return { ...place, DATABASE_URL: url }
}

test('a database that backup has written into a file is restored into an empty place, once', async () => {
  await withServer('demo', addPerson)
  const saved = await runCommand('backup', settings, ['columba.backup'])
  expect(saved.stderr).toBe('')
  expect(saved.stdout).toMatch(
    /\nWrote columba\.backup: \d+ rows, 0\.0 MB, read again and complete\. SHA-256 of its lines: \w{64}\n/,
  )
  expect(saved.stdout).toContain('The encryption key is not in the backup.')
  const again = await runCommand('backup', settings, ['columba.backup'])
  expect(again).toMatchObject({ status: 1, stderr: 'There is already a file columba.backup. Choose another name.\n' })

  const place = await makeEmptyPlace()
  const restored = await runCommand('restore', place, ['columba.backup'])
  expect(restored.stderr).toBe('')
  expect(restored.stdout).toMatch(
    /Restored the demo installation as it was at .*: \d+ rows, as many as in the backup\.\n/,
  )
  expect(restored.stdout).toContain('Opened one value of each: installation.key_check_sealed, users.nric_sealed.')
  settings = place
  expect(await withServer('demo', countUsers)).toBe(1)
  expect((await runCommand('restore', place, ['columba.backup'])).stderr).toContain('is not empty: there are rows in')
}, 240_000)

/** These certificates are larger than all buffers between two processes. */
async function addLargeCertificates(services: Services) {
  const context = createContext(services)
  const person = await addPerson(services)
  for (let count = 0; count < 3; count += 1) {
    const { bookingID } = await makeBooking(context, person)
    const [booking] = await context.db.select().from(bookings).where(eq(bookings.bookingID, bookingID))
    const file = { bytes: randomBytes(2_000_000), mime: 'application/pdf' }
    await saveCertificate(context, { beneficiaryID: booking?.beneficiaryID ?? '' }, 'birth', file)
  }
}

const startCommand = (name: string, environment: Record<string, string>, options: string[]) =>
  run([process.execPath, join(image.folder, `dist/server/commands/${name}.js`), ...options], environment, folder)

async function kill(program: Program) {
  program.child.kill('SIGKILL')
  expect(await program.ended).toBe('SIGKILL')
}

test('a backup or restore that is killed leaves no file under its name, and a database that is empty', async () => {
  await withServer('demo', addLargeCertificates)
  const [file, partial] = [join(folder, 'columba.backup'), join(folder, 'columba.backup.partial')]
  /** A backup into a pipe that nobody empties cannot end before it is killed. */
  execFileSync('mkfifo', [partial])
  const backup = startCommand('backup', settings, [file])
  const reader = await open(partial)
  const { buffer, bytesRead } = await reader.read()
  await kill(backup)
  await reader.close()
  expect(existsSync(file)).toBe(false)
  await rm(partial)
  await writeFile(partial, buffer.subarray(0, bytesRead))
  const place = await makeEmptyPlace()
  // The test above restores into a folder that does not exist; here only the kills matter, and a new database takes seconds.
  if (!onPostgres) await copyDataFolder(place.DATA_DIR)
  const refused = await runCommand('restore', place, [partial])
  expect(refused).toMatchObject({
    status: 1,
    stderr: 'This is not a complete Columba backup: it is cut off, changed, or not a backup.\n',
  })
  expect((await runCommand('backup', settings, [file])).status).toBe(0)
  expect(existsSync(partial)).toBe(false)

  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const restore = startCommand('restore', place, [pipe])
  const end = await open(pipe, 'w')
  await end.writeFile((await readFile(file)).subarray(0, -500_000))
  await kill(restore)
  await end.close()
  expect(await runCommand('restore', place, [file])).toMatchObject({ status: 0, stderr: '' })
}, 240_000)

/** A server that has its database open, as `server/main.ts` does. */
const withRunningServer = <T>(work: (services: Services) => Promise<T>) =>
  withServer('demo', async (services) => {
    const served = onPostgres ? undefined : await serveCommands(createContext(services))
    return work(services).finally(() => served?.close())
  })

test('while a server runs, backup writes to the standard output', async () => {
  const saved = await withRunningServer(async (services) => {
    await addPerson(services)
    return runCommand('backup', settings, ['-'])
  })
  expect(saved.status).toBe(0)
  expect(saved.stdout.charCodeAt(0)).toBe(0x1f)
  expect(saved.stderr).toContain(
    onPostgres
      ? 'demo mode, 0 bookings.'
      : 'The server is running: this reads a copy that it has made of its database.',
  )
})

test('while a server runs, account-suspend ends the sign-in of a member of staff and lifts that again, and admins and that person have letters', async () => {
  await withRunningServer(async (services) => {
    const { db } = services.database
    const admin = await makeUser({ db, vault: services.vault }, { role: 'admin' })
    const clerk = await makeUser({ db, vault: services.vault }, { role: 'staff' })
    const isSuspended = async () =>
      (await db.select().from(users).where(eq(users.userID, clerk.userID)))[0]?.suspendedAt !== null
    const countLetters = () => db.$count(outbox, eq(outbox.kind, 'staff-suspension'))

    const suspended = await runCommand('account-suspend', settings, [clerk.email, 'Has', 'left'])
    expect(suspended).toMatchObject({ status: 0, stderr: '' })
    expect(suspended.stdout).toContain(`The account of ${clerk.fullName} is suspended.\n`)
    expect([await isSuspended(), await countLetters()]).toEqual([true, 2])
    const lifted = await runCommand('account-suspend', settings, ['--lift', clerk.email, 'Is back'])
    expect(lifted).toMatchObject({ status: 0, stderr: '' })
    expect([await isSuspended(), await countLetters()]).toEqual([false, 4])

    const refused = await runCommand('account-suspend', settings, ['--lift', clerk.email, 'Is back'])
    expect([refused.status, refused.stderr]).toEqual([1, `The account of ${clerk.fullName} is not suspended.\n`])
    const last = await runCommand('account-suspend', settings, [admin.email, 'Has left'])
    expect([last.status, last.stderr]).toEqual([1, 'The account of the last admin cannot be suspended.\n'])
  })
})

test('while a server runs, audit-verify, payments-reconcile and admin-create work, and doctor says what is missing', async () => {
  await withRunningServer(async (services) => {
    await addPerson(services)
    expect(await runCommand('audit-verify')).toMatchObject({ status: 0, stderr: '' })
    expect(await runCommand('payments-reconcile')).toMatchObject({ status: 0, stderr: '' })
    const created = await runCommand('admin-create', settings, adminOptions)
    expect(created).toMatchObject({ status: 0, stderr: '' })
    expect(created.stdout).toMatch(/once:\nhttp\S+\/reset-password\?token=\S+\n$/)
    expect(await services.database.db.$count(users, eq(users.role, 'admin'))).toBe(1)
    expect((await runCommand('doctor')).stderr).toBe('This installation is not ready for visitors yet.\n')
  })
})

test('the first doctor after a restore compares the payments with those of the card provider, and the next does not', async () => {
  await withRunningServer(async ({ database }) => {
    await database.db.insert(restores).values({ restoredAt: new Date(), asOf: new Date() })
    const compared = '\nChecked 0 payments that the card provider has since '
    expect((await runCommand('doctor')).stdout).toContain(compared)
    expect((await runCommand('doctor')).stdout).not.toContain(compared)
  })
})

test('books-verify says whether bills, payments and money agree, and exits with 1 if they do not', async () => {
  await withServer('demo', async (services) => {
    const person = await addPerson(services)
    await makeBooking(createContext(services), person, { payment: 'Paid' })
  })
  expect(await runCommand('books-verify')).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/\nBills, payments and money agree\.\n$/),
  })
  const paymentID = await withServer('demo', async ({ database: { db } }) => {
    const [{ paymentID } = { paymentID: '' }] = await db.select().from(payments)
    await db.insert(paymentEvents).values({ paymentID, kind: 'paid', movedCents: 100, method: 'Cash', at: new Date() })
    return paymentID
  })
  const { status, stderr } = await runCommand('books-verify')
  expect([status, stderr]).toEqual([1, `The books do not agree.\nA settled payment has no bill: ${paymentID}.\n`])
})

test('audit-verify exits with 1 if the log has lost the head that an earlier run kept in the data folder', async () => {
  await withServer('demo', async (services) => {
    const context = createContext(services)
    await record(context, 'export', 'bookings')
    await sealAudit(context)
  })
  expect((await runCommand('audit-verify')).stdout).toContain('The audit log is unchanged: 1 sealed entries')
  await withServer('demo', ({ database }) => emptyAuditLog(database.db))
  const lost = await runCommand('audit-verify')
  expect([lost.status, lost.stderr]).toEqual([1, expect.stringContaining('audit.head is not in the chain')])
})

test('audit-verify exits with 1 if log and ledgers were emptied beside a booking, although no head was kept', async () => {
  await withServer('demo', async (services) => {
    await makeBooking(createContext(services), await addPerson(services))
  })
  expect(await runCommand('audit-verify')).toMatchObject({ status: 0, stderr: '' })
  await rm(join(folder, 'data', 'audit.head'), { force: true })
  await withServer('demo', async ({ database: { db } }) => {
    await tamperWith(db, [bookingMoves, paymentEvents], sql`truncate booking_moves, payment_events`)
    await emptyAuditLog(db)
  })
  const emptied = await runCommand('audit-verify')
  expect([emptied.status, emptied.stderr]).toEqual([1, expect.stringContaining('1 bookings have no history, such as ')])
})

/** The server of the browser tests seeds a new data folder in the same way. */
test.runIf(onPostgres)('seed creates a demo database', async () => {
  const { status, stdout } = await runCommand('seed')
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/demo mode, 0 bookings\.\nThe data/) })
  expect(await withServer('demo', countUsers)).toBeGreaterThan(4)
})

test.runIf(onPostgres)('doctor says in a sentence why the mail server does not answer', async () => {
  await withServer('production', addPerson)
  const production = {
    ...settings,
    COLUMBA_MODE: 'production',
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'https://columba.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'house@columba.example',
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  }
  const { stdout, stderr } = await runCommand('doctor', production)
  expect(stdout).toMatch(/\nmissing {2}Mail works\n {9}connect ECONNREFUSED 127\.0\.0\.1:1\n/)
  expect([stdout, stderr].join()).not.toContain('    at ')
})

/** The questions are the same on both engines, and tested with the checklist. */
test.runIf(onPostgres)(
  'doctor names what an installation still needs, succeeds once it has everything, and fails if the books disagree',
  async () => {
    await withServer('demo', addPerson)
    const fresh = await runCommand('doctor')
    expect(fresh.status).toBe(1)
    expect(fresh.stdout).toMatch(
      /\nmissing +House details\nmissing +First hall\nmissing +Placement hours\nnot set +Price list\nmissing +First clerk\ndone +Mail works\ndone +Payment provider answers\nmissing +Open\ndone +Bills and payments agree\n$/,
    )
    expect(fresh.stderr).toBe('This installation is not ready for visitors yet.\n')
    await runCommand('seed')
    /** The audit log names no payments of the demo. */
    await withServer('demo', ({ database: { db } }) =>
      db.execute(sql`update bill_series set money_logged_from = 'infinity'`),
    )
    const seeded = await runCommand('doctor')
    expect([seeded.status, seeded.stdout]).toEqual([0, expect.not.stringContaining('missing')])
    await withServer('demo', async ({ database: { db } }) => {
      await db.execute(sql`alter table bills disable trigger bills_append_only`)
      await db.execute(sql`delete from bills where number = 1`)
    })
    const broken = await runCommand('doctor')
    expect([broken.status, broken.stdout]).toEqual([1, expect.stringMatching(/\nmissing +Bills and payments agree\n/)])
  },
)
