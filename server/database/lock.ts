import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf } from '../error-code.ts'
import { StartError } from '../start-error.ts'

interface Holder {
  pid: number
  /** When that process began: after a crash, another one may have the same number. */
  since: string
  host: string
}

/** Takes the folder for this process alone; what a crashed process left behind does not count. Answers how to give it back. */
export async function lockFolder(folder: string, beatMs = 4000): Promise<() => Promise<void>> {
  const file = join(folder, 'columba.lock')
  const mine = `${file}.${randomUUID()}`
  try {
    await writeFile(
      mine,
      JSON.stringify({ pid: process.pid, since: beginOf(process.pid), host: hostname() } satisfies Holder),
    )
  } catch (error) {
    throw new StartError(`Columba cannot write to its data folder ${folder} (DATA_DIR).`, { cause: error })
  }
  try {
    if (!(await linked(mine, file))) await takeOver(folder, file, mine, beatMs)
  } finally {
    await unlink(mine)
  }
  const beat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => undefined), beatMs).unref()
  return async () => {
    clearInterval(beat)
    await unlink(file).catch(() => undefined)
  }
}

/** A link is made whole or not at all, so nobody reads half a lock. */
async function linked(mine: string, file: string): Promise<boolean> {
  try {
    await link(mine, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function takeOver(folder: string, file: string, mine: string, beatMs: number) {
  const inUse = new StartError(
    `The data folder ${folder} (DATA_DIR) is in use by another Columba. Stop that one first, or choose another folder.`,
  )
  const found = await readFile(file, 'utf8').catch(() => '')
  if (await isAlive(file, found, beatMs)) throw inUse
  /** Of several that found it stale together, only one moves this very file away; a fresh lock moved by mistake is put back. */
  const stale = `${mine}.stale`
  await rename(file, stale).catch(() => undefined)
  const moved = await readFile(stale, 'utf8').catch(() => found)
  if (moved !== found) await linked(stale, file)
  await unlink(stale).catch(() => undefined)
  if (moved !== found || !(await linked(mine, file))) throw inUse
}

async function isAlive(file: string, lock: string, beatMs: number): Promise<boolean> {
  const holder = parse(lock)
  if (!holder) return false
  return holder.host === hostname() ? beginOf(holder.pid) === holder.since : isBeating(file, beatMs)
}

/** In another container or on another machine a process cannot be looked up, but while it lives its lock is touched. */
async function isBeating(file: string, beatMs: number): Promise<boolean> {
  const touched = () =>
    stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
  const before = await touched()
  await sleep(beatMs * 3)
  return (await touched()) !== before
}

function parse(lock: string): Holder | undefined {
  try {
    return JSON.parse(lock)
  } catch {
    return undefined
  }
}

/** Empty for a process that is no more. */
function beginOf(pid: number): string {
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
