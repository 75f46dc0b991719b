import { sql } from 'drizzle-orm'
import { errorCodeOf } from '#server/core/error-code.ts'
import { batchReads } from '#server/database/batched-statements.ts'
import { preparedQuery } from '#server/database/prepared.ts'
import { AppError } from '#server/http/errors.ts'
import { type Caller, createSlots, type InSlot, limitPerPerson } from '#server/http/slots.ts'
import type { Db } from '#server/ports/database.ts'
import { findFreeRuns, type SearchCriteria } from './find-free-runs.ts'
import { stateOfHouse } from './states.ts'

type Answer = ReturnType<typeof findFreeRuns>

/** Shorter than for other statements, because anybody can search all niches again and again. Tests set another time. */
export const statementTimeout = { ms: 4_000 }

const mostAnswers = 200

/**
 * While nothing in the house changes, the same search is not made twice. All that search at one moment ask for the state of the house in one
 * statement, and only what was not searched for in this state takes one of the slots.
 */
const keptSearches = preparedQuery((db) => {
  const readState = batchReads(() => inTime(db, async (tx) => new Map([['house', await stateOfHouse(tx)]])))
  let kept = { state: '', answers: new Map<string, Answer>() }
  return async (criteria: SearchCriteria, inSlot: InSlot): Answer => {
    const state = (await readState('house')) ?? ''
    if (kept.state !== state) kept = { state, answers: new Map() }
    const { answers } = kept
    const key = JSON.stringify(Object.entries(criteria).sort())
    const find = () => {
      const answer = answers.get(key) ?? inTime(db, (tx) => findFreeRuns(tx, criteria))
      if (answers.size < mostAnswers) answers.set(key, answer)
      return answer
    }
    const known = answers.get(key)
    return (known ?? inSlot(find)).catch((error: unknown) => {
      answers.delete(key)
      throw error
    })
  }
})

/** Finds the free niches that match, unless that takes too long. */
export const searchNiches = (db: Db, criteria: SearchCriteria, inSlot: InSlot = atOnce) =>
  keptSearches(db)(criteria, inSlot)

const atOnce: InSlot = (work) => work()

const inTime = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db
    .transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${statementTimeout.ms}`))
      return read(tx)
    })
    .catch((error: unknown) => {
      throw isTimeout(error) ? new AppError('SEARCH_TOO_SLOW', {}, error) : error
    })

/** The searches of one person, or of one network of visitors; those that wait count too. */
const perCaller = 2

/** How many callers are served at once, which costs little while they share what was found, and how many wait, for 2.5 s at most. */
const served = 100
const mostWaiting = 500

/**
 * Serves callers in order of arrival, those of one caller beside those of others, and has the database search for a few at once. Who has left
 * before their turn gets none.
 */
export function limitSearches(db: Db, searchedAtOnce: number) {
  const refusal = () => new AppError('SEARCHES_BUSY')
  const begin = limitPerPerson(perCaller, () => new AppError('TOO_MANY_SEARCHES', { retryAfter: 2 }))
  const inServedSlot = createSlots(served, { mostWaiting, refusal })
  const inSearchSlot = createSlots(searchedAtOnce, { mostWaiting: served, refusal })
  return async (callerKey: string, caller: Caller, criteria: SearchCriteria): Answer => {
    const end = begin(callerKey)
    const search = () => searchNiches(db, criteria, (find) => inSearchSlot(find, caller))
    return inServedSlot(search, caller).finally(end)
  }
}

const queryCanceled = '57014'
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (errorCodeOf(error) === queryCanceled || isTimeout(error.cause))
