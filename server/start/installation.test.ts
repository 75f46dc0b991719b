import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Config, loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { openVault } from '#server/core/encryption-key.ts'
import { installation, users } from '#server/database/schema.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { makeUser } from '#test/factories.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { checkInstallation, registerInstallation } from './installation.ts'
import { createServices } from './services.ts'

const [one, two] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
const settings = (mode: Config['mode'], ENCRYPTION_KEY = one): Config => ({
  ...loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY }),
  mode,
})

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const check = (config: Config) => checkInstallation(database, config)
const register = (config: Config) => registerInstallation(database, config)
const addPerson = (details: Parameters<typeof makeUser>[1] = {}, key = one) =>
  makeUser({ db: database.db, vault: openVault(settings('demo', key)) }, details)
const addDemoData = () => seedDemo(createContext(createServices(database, settings('demo'))))
const adminEmail = 'admin@columba.example'

test.each([
  ['demo', 'production'],
  ['production', 'demo'],
] as const)('a database of a %s installation is refused in %s mode', async (mode, other) => {
  await register(settings(mode))
  expect(await check(settings(mode))).toBe(true)
  await expect(check(settings(other))).rejects.toThrow(
    `belongs to a ${mode} installation, but COLUMBA_MODE is ${other}: `,
  )
})

test('of a demo and a production server that open a new database at once, one is refused', async () => {
  const outcomes = await Promise.allSettled([register(settings('demo')), register(settings('production'))])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a database is refused without the key that encrypted it, also when it holds nothing else', async () => {
  await register(settings('production'))
  await expect(check(settings('production', two))).rejects.toThrow(
    'was encrypted with a key that is not in ENCRYPTION_KEY: add that key, after a comma.',
  )
  expect(await check(settings('production', `${two},${one}`))).toBe(true)
})

test('a demo without the key in its data folder is refused, and the error names the file', async () => {
  await register(settings('demo'))
  const dataDir = `/tmp/columba-key-${process.pid}`
  await expect(check({ ...settings('demo'), encryptionKey: undefined, dataDir })).rejects.toThrow(
    `There is no key in ${dataDir}/encryption.key`,
  )
})

test('a database of an earlier version accepts only a key that can open what it holds', async () => {
  await addPerson()
  await expect(check(settings('production', two))).rejects.toThrow('encrypted with a key that is not in ENCRYPTION_KEY')
  expect(await check(settings('production'))).toBe(false)
  await register(settings('production'))
  expect(await database.db.$count(installation)).toBe(1)
})

test('a database of an earlier version with demo accounts belongs to a demo', async () => {
  await addDemoData()
  await addPerson()
  await expect(check(settings('production'))).rejects.toThrow('belongs to a demo installation')
  expect(await check(settings('demo'))).toBe(false)
})

test('a database of an earlier version with people but no demo accounts belongs to a production installation', async () => {
  await addPerson()
  await expect(check(settings('demo'))).rejects.toThrow('belongs to a production installation')
})

test('an empty database of an earlier version belongs to the mode that opens it', async () => {
  expect([await check(settings('demo')), await check(settings('production'))]).toEqual([false, false])
})

test('production refuses a demo account, even one that was renamed', async () => {
  await addDemoData()
  await database.db.insert(installation).values({
    mode: 'production',
    keyCheckSealed: openVault(settings('production')).seal('any'),
  })
  await expect(check(settings('production'))).rejects.toThrow('has a demo account')
  for (const email of ['applicant@columba.example', 'applicant2@columba.example', 'staff@columba.example'])
    await database.db.update(users).set({ totpSealed: null }).where(eq(users.email, email))
  await database.db
    .update(users)
    .set({ email: 'other@test.example', username: 'other' })
    .where(eq(users.email, adminEmail))
  await expect(check(settings('production'))).rejects.toThrow('has a demo account')
  await database.db.update(users).set({ totpSealed: null })
  expect(await check(settings('production'))).toBe(true)
})

test('production accepts a person who has registered with the email of a demo account', async () => {
  await register(settings('production'))
  await addPerson({ email: adminEmail, totpSecret: 'AAAABBBBCCCCDDDDAAAABBBBCCCCDDDD' })
  expect(await check(settings('production'))).toBe(true)
})
