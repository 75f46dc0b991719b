import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildProgram, type Program } from '#test/child-process.ts'
import { can } from '../scripts/system-tools.mjs'
import { tryAgainLater } from './core/start-error.ts'
import { openPGlite } from './database/pglite.ts'

/** Child processes start slowly while other tests keep the machine busy. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

let columba: Awaited<ReturnType<typeof buildProgram>>
let folder: string
let dataDir: string
let running: Program
let port: number

beforeAll(async () => {
  columba = await buildProgram('server/main.ts')
  folder = await mkdtemp(join(tmpdir(), 'columba-main-'))
  dataDir = join(folder, 'data')
  running = start({ PORT: '0' })
  await running.waitForOutput('Columba is ready')
  port = Number(/ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(running.stdout())?.[1])
})
afterAll(async () => {
  running.child.kill('SIGKILL')
  await columba.remove()
  await rm(folder, { recursive: true })
})

const start = (environment: Record<string, string>) => columba.run({ DATA_DIR: dataDir, ...environment })

/** The error of a server that cannot start: one sentence, no stack trace. */
async function startupError(environment: Record<string, string>, exitCode = 1): Promise<string> {
  const program = start(environment)
  expect(await program.ended).toBe(exitCode)
  expect(program.stderr()).not.toContain('    at ')
  return program.stderr().trim()
}

/** On a busy machine, a periodic job may have written to the log before. */
test('besides its log, the server prints one line with its address when it is ready', () => {
  const printed = running
    .stdout()
    .split('\n')
    .filter((line) => !line.startsWith('{'))
  expect(printed).toEqual([`Columba is ready at http://127.0.0.1:${port}`, ''])
})

test('a server does not start on a data folder that another server uses', async () => {
  expect(await startupError({ PORT: '0' })).toBe(
    `The data folder ${dataDir} (DATA_DIR) is in use by another Columba. Stop that one first, or choose another folder.`,
  )
})

const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']

test.runIf(can('isolate'))(
  'a server in another container does not start on a data folder that a server uses',
  async () => {
    const other = columba.run({ DATA_DIR: dataDir, PORT: '0' }, container)
    const outcome = await Promise.race([other.ended, other.waitForOutput('Columba is ready').catch(() => other.ended)])
    other.child.kill('SIGKILL')
    expect(outcome).toBe(1)
    expect(other.stderr()).toContain('is in use by another Columba')
  },
)

test('a server does not start on a data folder that it cannot write to, and names the folder', async () => {
  const file = join(folder, 'not-a-folder')
  await writeFile(file, '')
  const places = [file, join(file, 'below'), '/proc/nowhere/data']
  expect(await Promise.all(places.map((place) => startupError({ DATA_DIR: place })))).toEqual(
    places.map((place) => `Columba cannot write to its data folder ${place} (DATA_DIR).`),
  )
})

test('the error about an unreachable database does not contain its password', async () => {
  const message = await startupError({ DATABASE_URL: 'postgres://columba:secret@127.0.0.1:1/columba' }, tryAgainLater)
  expect(message).toBe('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Please check DATABASE_URL.')
})

test('a server does not start with a malformed ENCRYPTION_KEY, and says what is wrong', async () => {
  expect(await startupError({ ENCRYPTION_KEY: 'c2hvcnQ=' })).toContain('ENCRYPTION_KEY must be 32 bytes in base64')
})

test('on SIGTERM the server answers the request in flight and on a connection that has sent nothing yet, then exits', async () => {
  const [socket, silent] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await once(silent, 'connect')
  const body = '{"email":"nobody@test.example","password":"wrong"}'
  socket.write(
    `POST /api/user/login HTTP/1.1\r\nHost: columba\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  await waitForFirstRequest()
  running.child.kill('SIGTERM')
  await waitUntilClosed(port)
  socket.write(body)
  expect(await readAll(socket)).toMatch(/^HTTP\/1.1 4\d\d .*"error":/s)
  silent.write('GET /healthz HTTP/1.1\r\nHost: columba\r\n\r\n')
  expect(await readAll(silent)).toMatch(/^HTTP\/1.1 200 /)
  expect(await running.ended).toBe(0)
})

test('a server does not start on a port that is in use, and names the port', async () => {
  const other = createServer()
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const { port } = other.address() as AddressInfo
  const message = await startupError({ PORT: String(port) })
  other.close()
  expect(message).toBe(`Port ${port} is already in use. Stop what uses it, or set PORT to another.`)
})

test('a server does not start on a database that a newer version has migrated', async () => {
  const database = await openPGlite(dataDir)
  await database.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
  )
  await database.close()
  expect(await startupError({ PORT: '0' })).toBe(
    'This database was already changed by a newer version of Columba. Please start that version.',
  )
})

/** Once a second request is answered, the first one has arrived. */
const waitForFirstRequest = () => fetch(`http://127.0.0.1:${port}/healthz`)

async function waitUntilClosed(port: number) {
  for (;;) {
    const closed = await new Promise<boolean>((resolve) => {
      const probe = connect(port, '127.0.0.1', () => resolve(false)).on('error', () => resolve(true))
      probe.on('connect', () => probe.destroy())
    })
    if (closed) return
  }
}

async function readAll(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}
