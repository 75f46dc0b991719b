import { readFileSync } from 'node:fs'

/** Peak memory of the process in MB, from Linux. */
export const peakMemory = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
