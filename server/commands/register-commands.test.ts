import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadConfig } from '#server/core/config.ts'
import { root } from '#server/core/project-root.ts'
import { niches } from '#server/database/schema.ts'
import { openServices } from '#server/start/services.ts'
import { buildImage } from '#test/built-image.ts'
import { run } from '#test/child-process.ts'
import { sampleKey } from '#test/sample-key.ts'
import { sampleRegister } from '#test/sample-register.ts'
import { copyDataFolder, openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import { makeWorkbook } from '#test/workbook.ts'

/** Child processes start slowly while other tests keep the machine busy. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const onPostgres = process.env.TEST_ENGINE === 'postgres'

let image: Awaited<ReturnType<typeof buildImage>>
let folder: string
const databases: TestDatabase[] = []
beforeAll(async () => {
  image = await buildImage()
})
afterAll(() => image.remove())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'columba-registers-'))
})
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close()
  await rm(folder, { recursive: true })
})

const settingsFor = (DATA_DIR: string): Record<string, string> => ({
  DATA_DIR,
  ENCRYPTION_KEY: sampleKey,
  LOG_LEVEL: 'silent',
})

/** A new installation, and its settings. */
async function makeInstallation(name = 'data') {
  const settings = settingsFor(join(folder, name))
  if (onPostgres) {
    const database = await openTestDatabase()
    databases.push(database)
    settings.DATABASE_URL = database.url ?? ''
  } else await copyDataFolder(join(folder, name))
  await countNiches(settings)
  return settings
}

async function countNiches(settings: Record<string, string>): Promise<number> {
  const { database } = await openServices(loadConfig(settings))
  return database.db.$count(niches).finally(() => database.close())
}

const start = (settings: Record<string, string>, name: string, ...options: string[]) =>
  run([process.execPath, join(image.folder, 'scripts/run-command.mjs'), name, ...options], settings, folder)

async function runCommand(...command: Parameters<typeof start>) {
  const program = start(...command)
  return { status: await program.ended, stdout: program.stdout(), stderr: program.stderr() }
}

const pathIn = (name: string) => join(folder, name)
const sample = (name: string) => join(root, `docs/samples/parish-${name}.csv`)
const parish = [sample('niches'), sample('people')] as const

/** Both engines import and export alike, as round-trip.test.ts shows, and starting a command takes long. */
test.runIf(onPostgres)(
  'register-import checks, imports, changes nothing the second time, lists and undoes',
  async () => {
    const settings = await makeInstallation()
    const checked = await runCommand(settings, 'register-import', ...parish, '--check')
    expect(checked).toMatchObject({ status: 0, stderr: '' })
    expect(checked.stdout).toContain('\nNew: 300 niches, 240 people. Already there: 0 niches, 0 people.\n')
    expect(checked.stdout).toMatch(
      /\n.+, level \d, block \w+: \d+ niches, \d+ people, \d+ urns; \d+ Available, \d+ Reserved,/,
    )
    expect(await countNiches(settings)).toBe(0)

    const imported = await runCommand(settings, 'register-import', ...parish)
    expect(imported).toMatchObject({ status: 0, stderr: '' })
    const importID = /Imported 300 niches, 240 people\. To undo it: .* --undo (\S+)\n$/.exec(imported.stdout)?.[1] ?? ''
    const again = await runCommand(settings, 'register-import', ...parish)
    expect(again.stdout).toMatch(/\nThese files were imported .*\. Nothing changes\.\n$/)
    expect(await countNiches(settings)).toBe(300)

    expect((await runCommand(settings, 'register-import', '--list')).stdout).toContain(`${importID}  `)
    expect((await runCommand(settings, 'register-import', '--undo', importID)).stdout).toContain(
      'Removed 300 niches, 240 people.',
    )
    expect(await countNiches(settings)).toBe(0)
    expect((await runCommand(settings, 'register-import', '--undo', importID)).stderr).toBe('We could not find that.\n')
  },
)

test.runIf(onPostgres)(
  'register-export writes files that, imported into an empty database, are exported again with identical bytes',
  async () => {
    const settings = await makeInstallation()
    await runCommand(settings, 'register-import', ...parish)
    const exported = await runCommand(settings, 'register-export', '--living-nrics', 'n1.csv', 'p1.csv')
    expect(exported).toMatchObject({ status: 0, stderr: '' })
    const other = await makeInstallation('other')
    expect((await runCommand(other, 'register-import', 'n1.csv', 'p1.csv')).status).toBe(0)
    await runCommand(other, 'register-export', '--living-nrics', 'n2.csv', 'p2.csv')
    for (const name of ['n', 'p'])
      expect(readFileSync(pathIn(`${name}2.csv`)).equals(readFileSync(pathIn(`${name}1.csv`)))).toBe(true)
    expect((await runCommand(other, 'register-export', 'n2.csv', 'p2.csv')).stderr).toContain(
      'n2.csv cannot be written. It exists already: choose another name.',
    )
    expect((await runCommand(other, 'register-export', '--hall', 'None', 'n3.csv', 'p3.csv')).stderr).toContain(
      'There is no hall "None".',
    )
    expect((await runCommand(other, 'register-export', 'none/n.csv', 'none/p.csv')).stderr).toContain(
      'none/n.csv cannot be written. Its folder may not be writable.',
    )
  },
)

test.runIf(onPostgres)(
  'a register with a mistake is not imported; every problem is printed and in a CSV file',
  async () => {
    const settings = await makeInstallation()
    const rows = sampleRegister(70, 0).niches.trim().replaceAll('Available', 'Free').split('\r\n')
    writeFileSync(pathIn('wrong.xlsx'), makeWorkbook([{ name: 'East', rows: rows.map((row) => row.split(',')) }]))
    const { status, stdout, stderr } = await runCommand(settings, 'register-import', 'wrong.xlsx')
    expect(status).toBe(1)
    expect(stdout).toContain('niches row 3 of East, status "Free": Status must be one of')
    expect(stdout).toContain('... and 19 more.')
    expect(stdout).toContain('69 in niches, status, such as: Status must be one of')
    expect(stderr).toBe('69 problems. Nothing was imported. All of them are in register-problems.csv.\n')
    expect(readFileSync(pathIn('register-problems.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(70)
    expect(await countNiches(settings)).toBe(0)

    const leftOut = await runCommand(settings, 'register-import', 'wrong.xlsx', '--leave-out')
    expect(leftOut.stdout).toContain('69 problems. These rows are left out.')
    expect([leftOut.status, await countNiches(settings)]).toEqual([0, 1])
  },
)

/** No engine is opened, so once is enough. */
test.runIf(onPostgres).each([
  [[], 'Name the file of niches'],
  [['a.csv', 'b.csv', 'c.csv'], 'Name the file of niches'],
  [['a.csv'], 'The file a.csv cannot be read.'],
  [['--undo', 'that'], '--undo needs the ID of an import'],
  [['--undo'], "Option '--undo <value>' argument missing"],
  [['--all'], "Unknown option '--all'"],
])('register-import %j is refused before a database is opened', async (options, message) => {
  const refused = await runCommand({}, 'register-import', ...options)
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining(message) })
  expect(refused.stderr).not.toContain('    at ')
})

/** The table of an uncommitted import grows on the disk, although nobody else sees its rows. */
async function waitForRows() {
  const { db } = databases[0] ?? (await openTestDatabase())
  const size = sql<number>`pg_relation_size('niches')::int`
  await expect
    .poll(async () => (await db.execute(sql`select ${size} as size`)).rows[0]?.size, { interval: 5 })
    .not.toBe(0)
}

test('an import that is killed in the middle leaves nothing, and can be repeated', async () => {
  const settings = await makeInstallation()
  const [all, people] = onPostgres ? [3000, 2000] : [1500, 1200]
  const register = sampleRegister(all, people)
  writeFileSync(pathIn('niches.csv'), register.niches)
  writeFileSync(pathIn('people.csv'), register.people)
  const program = start(settings, 'register-import', 'niches.csv', 'people.csv')
  await program.waitForOutput('Importing')
  if (onPostgres) await waitForRows()
  program.child.kill('SIGKILL')
  expect(await program.ended).toBe('SIGKILL')
  expect(await countNiches(settings)).toBe(0)
  expect((await runCommand(settings, 'register-import', 'niches.csv', 'people.csv')).status).toBe(0)
  expect(await countNiches(settings)).toBe(all)
})
