import { readFileSync } from 'node:fs'

/**
 * The ms for which the main thread, which runs the event loop, has been on a processor. Other than the clock, it does not go on
 * while other processes have the processors.
 */
export const eventLoopTime = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
