import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../error-code.ts'
import { StartError } from '../start-error.ts'

interface Holder {
  pid: number
  /** When that process began: after a crash, another one may have the same number. */
  since: string
  host: string
}

/** Takes the folder for this process alone; what a crashed process left behind does not count. Answers how to give it back. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'columba.lock')
  const mine = `${file}.${process.pid}`
  try {
    await writeFile(
      mine,
      JSON.stringify({ pid: process.pid, since: beginOf(process.pid), host: hostname() } satisfies Holder),
    )
  } catch (error) {
    throw new StartError(`Columba cannot write to its data folder ${folder} (DATA_DIR).`, { cause: error })
  }
  try {
    if (!(await linked(mine, file))) await takeOver(folder, file, mine)
  } finally {
    await unlink(mine)
  }
  return () => unlink(file).catch(() => undefined)
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

async function takeOver(folder: string, file: string, mine: string) {
  const inUse = new StartError(
    `The data folder ${folder} (DATA_DIR) is in use by another Columba. Stop that one first, or choose another folder.`,
  )
  const found = await readFile(file, 'utf8').catch(() => '')
  if (isAlive(found)) throw inUse
  /** Of several that found it stale together, only one moves this very file away; a fresh lock moved by mistake is put back. */
  const stale = `${mine}.stale`
  await rename(file, stale).catch(() => undefined)
  const moved = await readFile(stale, 'utf8').catch(() => found)
  if (moved !== found) await linked(stale, file)
  await unlink(stale).catch(() => undefined)
  if (moved !== found || !(await linked(mine, file))) throw inUse
}

function isAlive(lock: string): boolean {
  const holder = parse(lock)
  if (!holder || holder.host !== hostname()) return false
  return beginOf(holder.pid) === holder.since
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
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''
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
