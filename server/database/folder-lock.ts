import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readdir, readFile, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCodeOf } from '../error-code.ts'
import { StartError } from '../start-error.ts'

interface LockOwner {
  pid: number
  /** When that process started: after a crash, another one may have the same ID. Older versions read this key too. */
  since: string
  host: string
}

/**
 * Locks the folder for this process, ignoring locks of crashed processes. Returns a function that releases it.
 * Lock files are numbered, and a stale one is not deleted first: each process creates the next number, which only one can,
 * then checks again and only then deletes stale ones. So of two processes that race, at least one sees the other.
 */
export async function lockFolder(folder: string, beatMs = 4000): Promise<() => Promise<void>> {
  const inUse = new StartError(
    `The data folder ${folder} (DATA_DIR) is in use by another Columba. Stop that one first, or choose another folder.`,
  )
  const draft = await writeDraft(folder)
  const found = await locksIn(folder)
  const file = join(folder, `columba.lock.${Math.max(0, ...found.map(lockNumber)) + 1}`)
  try {
    if (await anyAlive(found, beatMs)) throw inUse
    if (!(await tryLink(draft, file))) throw inUse
  } finally {
    await unlink(draft)
  }
  const others = (await locksIn(folder)).filter((each) => each !== file)
  const isMine = !(await anyAlive(others, beatMs))
  for (const each of isMine ? others : [file]) await unlink(each)
  if (!isMine) throw inUse

  const heartbeat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => undefined), beatMs).unref()
  return async () => {
    clearInterval(heartbeat)
    await unlink(file).catch(() => undefined)
  }
}

async function writeDraft(folder: string): Promise<string> {
  const draft = join(folder, `columba.lock-${randomUUID()}`)
  const owner: LockOwner = { pid: process.pid, since: processStartOf(process.pid), host: hostname() }
  try {
    await writeFile(draft, JSON.stringify(owner))
    return draft
  } catch (error) {
    throw new StartError(`Columba cannot write to its data folder ${folder} (DATA_DIR).`, { cause: error })
  }
}

/** Creating a link is atomic, so no process reads a half-written lock. */
async function tryLink(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false
    throw error
  }
}

const isLock = /^columba\.lock\.\d+$/
const locksIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => isLock.test(name)).map((name) => join(folder, name))
const lockNumber = (file: string) => Number(file.slice(file.lastIndexOf('.') + 1))

async function anyAlive(files: string[], beatMs: number): Promise<boolean> {
  const alive = await Promise.all(
    files.map(async (file) => isAlive(file, await readFile(file, 'utf8').catch(() => ''), beatMs)),
  )
  return alive.includes(true)
}

async function isAlive(file: string, lock: string, beatMs: number): Promise<boolean> {
  const owner = parse(lock)
  if (!owner) return false
  return owner.host === hostname() ? processStartOf(owner.pid) === owner.since : hasHeartbeat(file, beatMs)
}

/** A process in another container or on another machine cannot be looked up, but it touches its lock while it runs. */
async function hasHeartbeat(file: string, beatMs: number): Promise<boolean> {
  const touched = () =>
    stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
  const before = await touched()
  await sleep(beatMs * 3)
  return (await touched()) !== before
}

function parse(lock: string): LockOwner | undefined {
  try {
    return JSON.parse(lock)
  } catch {
    return undefined
  }
}

/** Empty if the process no longer exists. */
function processStartOf(pid: number): string {
  if (process.platform === 'linux') {
    try {
      const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [, state, ...rest] = line.slice(line.lastIndexOf(')')).split(' ')
      return state === 'Z' ? '' : (rest[18] ?? '')
    } catch {
      return ''
    }
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
