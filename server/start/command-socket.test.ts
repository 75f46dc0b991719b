import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeBackup } from '#server/backup/write-backup.ts'
import { loadConfig } from '#server/core/config.ts'
import { type Context, createContext } from '#server/core/context.ts'
import { openPGlite } from '#server/database/pglite.ts'
import { users } from '#server/database/schema.ts'
import type { Database } from '#server/ports/database.ts'
import { collect, rowsOf } from '#test/backups.ts'
import { makeUser } from '#test/factories.ts'
import { sampleKey } from '#test/sample-key.ts'
import { copyDataFolder } from '#test/test-database.ts'
import { isServerRunning, serveCommands } from './command-socket.ts'
import { registerInstallation } from './installation.ts'
import { withCopy } from './maintenance.ts'
import { createServices } from './services.ts'

/** On PostgreSQL a backup reads the database itself. */
describe.runIf(process.env.TEST_ENGINE !== 'postgres')('a backup while a server has the embedded database open', () => {
  let context: Context
  let database: Database
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'columba-copy-'))
    await copyDataFolder(dataDir)
    await openFolder()
    await registerInstallation(database, context.config)
  })
  afterAll(async () => {
    await database.close()
    await rm(dataDir, { recursive: true })
  })

  async function openFolder() {
    database = await openPGlite(dataDir)
    const config = loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey, DATA_DIR: dataDir })
    context = createContext(createServices(database, config))
  }

  const copies = () => readdir(join(dataDir, 'copies'))
  const backUpCopy = (destination: Writable) =>
    withCopy(context.config, (services) => writeBackup(createContext(services), destination))

  test('the folder of a database that others could read is only for its owner once it was opened', async () => {
    await database.close()
    await chmod(join(dataDir, 'db'), 0o755)
    await openFolder()
    expect((await stat(join(dataDir, 'db'))).mode & 0o777).toBe(0o700)
  })

  test('a server that was killed does not count as running, although its socket is there', async () => {
    expect(await isServerRunning(dataDir)).toBe(false)
    const server = await serveCommands(context)
    expect(await isServerRunning(dataDir)).toBe(true)
    expect((await stat(join(dataDir, 'commands.sock'))).mode & 0o777).toBe(0o600)
    await server.close()
    await writeFile(join(dataDir, 'commands.sock'), '')
    expect(await isServerRunning(dataDir)).toBe(false)
  })

  test('requests are answered while a backup is written, which has the rows of its beginning and leaves no copy', async () => {
    await makeUser(context)
    const earlier = await serveCommands(context)
    const server = await serveCommands(context)
    let duringBackup = 0
    const { destination, content } = collect(async () => {
      await makeUser(context)
      duringBackup = await context.db.$count(users)
    })
    await backUpCopy(destination)
    expect(duringBackup).toBe(2)
    expect(rowsOf(content()).get('users')).toHaveLength(1)
    await expect.poll(copies).toEqual([])
    await server.close()
    await earlier.close()
  })

  test('a backup fails if the server stops before it is complete, and the copy is removed', async () => {
    const server = await serveCommands(context)
    const { destination } = collect(() => server.close())
    await expect(backUpCopy(destination)).rejects.toThrow()
    await expect.poll(copies).toEqual([])
  })

  test('a server that cannot copy its database refuses the backup', async () => {
    const server = await serveCommands({ ...context, db: undefined as never })
    await expect(backUpCopy(new Writable())).rejects.toThrow('The running server could not do this; its log says why.')
    await expect.poll(copies).toEqual([])
    await server.close()
  })
})
