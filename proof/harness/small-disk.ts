import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of this size in memory, such as `2m`. Only root may mount; otherwise there is none. */
export function mountSmallDisk(size: string) {
  if (process.getuid?.() !== 0) return undefined
  const path = mkdtempSync(join(tmpdir(), 'columba-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    rmdirSync(path)
    return undefined
  }
  return {
    path,
    unmount: () => {
      execFileSync('umount', [path])
      rmdirSync(path)
    },
  }
}

/** Fills what is left on the disk, and again whenever something is freed, until `free` is called. */
export function keepFull(path: string) {
  const filler = join(path, 'filler')
  const file = openSync(filler, 'w')
  const fill = () => {
    for (const size of [1 << 20, 1 << 12]) while (append(file, size));
  }
  fill()
  const timer = setInterval(fill, 100)
  return {
    free: () => {
      clearInterval(timer)
      closeSync(file)
      rmSync(filler)
    },
  }
}

const append = (file: number, size: number) => {
  try {
    return writeSync(file, Buffer.alloc(size)) === size
  } catch {
    return false
  }
}
