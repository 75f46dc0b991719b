import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Begins to measure which share of the machine other programs leave to this one and all that it has started: 1 is all of it. */
export function measureShare(): () => number {
  const begin = read()
  return () => {
    const now = read()
    const others = now.busy - begin.busy - (now.own - begin.own)
    const all = (now.at - begin.at) * availableParallelism()
    return Math.min(1, Math.max(0.01, 1 - others / all))
  }
}

/** The times in milliseconds of processor time; Linux counts in hundredths of a second. */
function read() {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = numbersIn('/proc/stat', /^cpu .*/)
  return { at: performance.now(), busy: 10 * (user + nice + system + irq + softirq + steal), own: 10 * countOwn() }
}

/** Counts the processor time of this process and of all that it has started, including those that have ended. */
function countOwn() {
  const processes = new Map<number, { parent: number; ticks: number }>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    /** The fields after the name: state, parent, and from the 12th on the processor time of it and of its children that have ended. */
    const fields = numbersIn(`/proc/${pid}/stat`, /(?<=\) ).*/)
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
    processes.set(Number(pid), { parent: fields[1] ?? 0, ticks })
  }
  const isOwn = (pid: number): boolean => pid === process.pid || (pid > 1 && isOwn(processes.get(pid)?.parent ?? 0))
  return [...processes].reduce((sum, [pid, { ticks }]) => (isOwn(pid) ? sum + ticks : sum), 0)
}

function numbersIn(file: string, part: RegExp): number[] {
  try {
    return (part.exec(readFileSync(file, 'utf8'))?.[0] ?? '').split(/\s+/).map(Number)
  } catch {
    /** The process has just ended. */
    return []
  }
}
