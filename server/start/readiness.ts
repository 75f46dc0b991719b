import type { Logger } from 'pino'
import type { Services } from '#server/core/context.ts'
import type { Database } from '#server/ports/database.ts'

const everyMs = 1000
const answerWithinMs = 5000
const mostSecondsOff = 10

/** Why this server cannot serve, for the operator. While the kind stays the same, it is logged once. */
interface Problem {
  kind: 'clock' | 'database'
  words: string
  facts?: { err?: unknown; seconds?: number }
}

const silent: Problem = { kind: 'database', words: 'the database does not answer, so this server is not ready' }

/** What decides in the database has its time. A wrong clock of this machine misleads the rest: certificates, the card provider, the log. */
export const isClockRight = (database: Database) => Math.abs(database.secondsAhead()) <= mostSecondsOff

/** Looks at most once a second, however many ask, and never while the look before is under way. Logs each change. */
export function createReadiness(database: Database, log: Logger): Services['readiness'] {
  let last: { begunAt: number; isOver: boolean; isReady: Promise<boolean> } | undefined
  let known: Problem['kind'] | undefined

  function report(problem: Problem | undefined): boolean {
    if (problem && problem.kind !== known) log.error(problem.facts ?? {}, problem.words)
    if (!problem && known) log.info('this server is ready again')
    known = problem?.kind
    return !problem
  }

  function look() {
    const found = findProblem(database)
    const inTime = new Promise<Problem>((resolve) => setTimeout(resolve, answerWithinMs, silent).unref())
    const begun = { begunAt: performance.now(), isOver: false, isReady: Promise.race([found, inTime]).then(report) }
    void found.then(() => (begun.isOver = true))
    return begun
  }

  return {
    isReady: () => {
      if (!last || (last.isOver && performance.now() - last.begunAt >= everyMs)) last = look()
      return last.isReady
    },
  }
}

async function findProblem(database: Database): Promise<Problem | undefined> {
  try {
    await database.ping()
  } catch (error) {
    return {
      kind: 'database',
      words: 'the database cannot be used, so this server is not ready',
      facts: { err: error },
    }
  }
  if (isClockRight(database)) return undefined
  return {
    kind: 'clock',
    words:
      'the clock of this machine differs from that of the database: this server is not ready and runs no periodic job',
    facts: { seconds: database.secondsAhead() },
  }
}
