import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitCode, UserError } from './run.mjs'
import { freePort, waitForLine } from './start-test-server.mjs'
import { findPostgres } from './system-tools.mjs'

/** A test server may be lost, and does not live long enough to need cleaning. */
const quickButUnsafe = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  autovacuum: 'off',
}

/**
 * Starts a PostgreSQL in a temporary folder, which is deleted when this process ends. Tests turn `durable` off for speed;
 * benchmarks leave it on. A standby only reads: nobody has promoted it. It follows the server with this URL, or none. `recovered` is the
 * folder of a base backup; `more` then says from where the archived log is read, and up to which point. `parent` is the folder in which
 * its own is made; `port` is a free one unless it is given.
 *
 * @param {{ durable?: boolean, standby?: boolean | string, recovered?: string, more?: Record<string, string>, parent?: string, port?: number }} options
 */
export async function startPostgres({
  durable = true,
  standby = false,
  recovered,
  more = {},
  parent,
  port: wanted,
} = {}) {
  const { folder, data, run, options } = makeFolder(parent)
  if (recovered) run('cp', ['-a', recovered, data])
  else if (typeof standby === 'string') copyServer(run, standby, data, '--write-recovery-conf')
  else run('initdb', ['-D', data, '-U', 'columba', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'])
  if (standby === true) writeFileSync(join(data, 'standby.signal'), '')
  if (recovered) writeFileSync(join(data, 'recovery.signal'), '')

  const port = wanted ?? (await freePort())
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    /** The path of a socket in a long TMPDIR would be too long, and everything connects by the address. */
    unix_socket_directories: '',
    max_connections: 200,
    lc_messages: 'C',
    ...more,
  }
  if (!durable) Object.assign(settings, quickButUnsafe)
  const launch = () => {
    const server = spawn(
      join(requirePostgres(), 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      {
        ...options,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    return { server, ended: exitCode(server) }
  }
  const waitUntilReady = async ({ server, ended }) => {
    const early = ended.then(() => Promise.reject(new UserError('PostgreSQL ended before it was ready.')))
    await Promise.race([waitForLine(server.stderr, 'ready to accept'), early])
    early.catch(() => undefined)
  }
  let running = launch()

  const stopNow = () => {
    running.server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  const exitOnSignal = () => process.exit(130)
  process.once('exit', stopNow)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, exitOnSignal)
  const stop = async (signal = 'SIGQUIT') => {
    running.server.kill(signal)
    await running.ended
    rmSync(folder, { recursive: true, force: true })
    process.off('exit', stopNow)
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, exitOnSignal)
  }

  await waitUntilReady(running)
  /** Starts it again if it has ended by itself, as what supervises a service does. Returns whether it had. */
  const startIfEnded = async () => {
    if (running.server.exitCode === null && running.server.signalCode === null) return false
    running = launch()
    await waitUntilReady(running)
    return true
  }
  /** Signals all its processes, as a service manager does: some notice only later that the first has been killed. */
  const signal = (name) => {
    const { pid } = running.server
    /** The first process pauses while its children are listed, so that it starts no further one. */
    process.kill(pid, 'SIGSTOP')
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    const all = [pid, ...children.filter(isRunning)]
    for (const each of all) process.kill(each, name)
    return all
  }
  /** Kills it as a loss of power does, but for the disk. `startIfEnded` starts it again. */
  const kill = async () => {
    const all = signal('SIGKILL')
    await running.ended
    while (all.some(isRunning)) await sleep(5)
  }
  /** Restarts it as its service manager does. */
  const restart = async () => {
    running.server.kill('SIGINT')
    await running.ended
    await startIfEnded()
  }
  return { url: `postgres://columba@127.0.0.1:${port}/postgres`, port, stop, startIfEnded, signal, kill, restart }
}

/** Whether it still uses memory: one that nobody has waited for has ended too. */
function isRunning(pid) {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A base backup of a running server, for `recovered`. */
export function takeBaseBackup(url) {
  const { folder, data, run } = makeFolder()
  copyServer(run, url, data)
  return { data, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const copyServer = (run, url, data, ...more) =>
  run('pg_basebackup', ['-D', data, '-d', url, '--checkpoint=fast', '--no-sync', ...more])

/** A temporary folder that belongs to the user who runs PostgreSQL. */
function makeFolder(parent = tmpdir()) {
  const bin = requirePostgres()
  const folder = mkdtempSync(join(parent, 'columba-pg-'))
  const as = ordinaryUser()
  if (as.uid) chownSync(folder, as.uid, as.gid)
  const options = { ...as, cwd: folder }
  const run = (program, args) => {
    const path = existsSync(join(bin, program)) ? join(bin, program) : program
    execFileSync(path, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return { folder, data: join(folder, 'data'), run, options }
}

function requirePostgres() {
  const bin = findPostgres()
  if (!bin) throw new UserError('PostgreSQL is missing. On Debian: apt-get install postgresql')
  return bin
}

/** PostgreSQL refuses to run as root, so root starts it as another user. */
function ordinaryUser() {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] })),
      )
      return { uid, gid }
    } catch {}
  }
  throw new UserError('PostgreSQL cannot run as root, and neither of the users postgres and nobody exists.')
}
