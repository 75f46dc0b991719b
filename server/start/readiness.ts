import type { Logger } from 'pino'
import type { Services } from '#server/core/context.ts'
import { errorCodeOf } from '#server/core/error-code.ts'
import type { Database } from '#server/ports/database.ts'

const everyMs = 1000
const answerWithinMs = 5000
const mostSecondsOff = 10

/** Why this server cannot serve, for the operator. */
const reasons = {
  away: 'the database cannot be used',
  full: 'the disk of the database is full',
  readOnly: 'the database is read-only',
  outdated: 'the database lacks a migration of this version: restart this version, or run the migrate command',
  clock:
    'the clock of this machine differs from that of the database, so this server runs no periodic job until it is right',
} as const

interface Problem {
  reason: keyof typeof reasons
  facts?: { err: unknown } | { seconds: number } | { silentForMs: number }
}

const reasonOfCode: Record<string, Problem['reason']> = { 53100: 'full', 25006: 'readOnly', '42P01': 'outdated' }

/** The database decides by its own time. A wrong clock of this machine misleads the rest: certificates, the card provider, the log. */
export const isClockRight = (database: Database) => Math.abs(database.secondsAhead()) <= mostSecondsOff

/** Looks at most once a second, however many ask, and never while the look before is under way. Logs each change once. */
export function createReadiness(database: Database, log: Logger, findNewestKnown: () => number): Services['readiness'] {
  let last: { begunAt: number; isOver: boolean; isReady: Promise<boolean> } | undefined
  let known: Problem['reason'] | undefined
  let required: number | undefined

  async function findProblem(): Promise<Problem | undefined> {
    try {
      required ??= findNewestKnown()
      if ((await database.tryWriting()) < required) return { reason: 'outdated' }
    } catch (err) {
      return { reason: reasonOfCode[errorCodeOf(err) ?? ''] ?? 'away', facts: { err } }
    }
    return isClockRight(database) ? undefined : { reason: 'clock', facts: { seconds: database.secondsAhead() } }
  }

  function report(problem: Problem | undefined): boolean {
    if (problem && problem.reason !== known) log.error(problem.facts ?? {}, `not ready: ${reasons[problem.reason]}`)
    if (!problem && known) log.info('ready again')
    known = problem?.reason
    return !problem
  }

  function look() {
    const found = findProblem()
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<Problem>((resolve) => {
      timer = setTimeout(() => resolve({ reason: 'away', facts: { silentForMs: answerWithinMs } }), answerWithinMs)
    })
    const begun = { begunAt: performance.now(), isOver: false, isReady: Promise.race([found, silence]).then(report) }
    void found.then(() => {
      clearTimeout(timer)
      begun.isOver = true
    })
    return begun
  }

  return {
    isReady: () => {
      if (!last || (last.isOver && performance.now() - last.begunAt >= everyMs)) last = look()
      return last.isReady
    },
  }
}
