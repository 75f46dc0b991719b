import { sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { errorCodeOf } from '#server/core/error-code.ts'
import { preparedQuery } from '#server/database/prepared.ts'
import { AppError } from '#server/http/errors.ts'
import { leavingOf } from '#server/http/reserve-memory.ts'
import { createSlots, limitPerPerson } from '#server/http/slots.ts'
import type { Db } from '#server/ports/database.ts'
import { findFreeRuns, type SearchCriteria } from './find-free-runs.ts'
import { stateOfHouse } from './states.ts'

/** Shorter than for other statements, because anybody can search all niches again and again. */
export const statementTimeoutMs = 8_000

/** The answers of one state of the house, by what was searched for. */
const keptAnswers = preparedQuery(() => ({ state: '', answers: new Map<string, ReturnType<typeof findFreeRuns>>() }))
const mostAnswers = 200

/** The free niches that match, unless finding them takes too long. While nothing in the house changes, the same search is not made twice. */
export const searchNiches = (db: Db, criteria: SearchCriteria, timeoutMs = statementTimeoutMs) =>
  db
    .transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${timeoutMs}`))
      const [{ state } = { state: '' }] = await stateOfHouse(tx).execute()
      const kept = keptAnswers(db)
      if (kept.state !== state) Object.assign(kept, { state, answers: new Map() })
      const { answers } = kept
      const key = JSON.stringify(Object.entries(criteria).sort())
      const answer = answers.get(key) ?? findFreeRuns(tx, criteria)
      if (!answers.has(key) && answers.size < mostAnswers) answers.set(key, answer)
      return answer.catch((error: unknown) => {
        answers.delete(key)
        throw error
      })
    })
    .catch((error: unknown) => {
      throw isTimeout(error) ? new AppError('SEARCH_TOO_SLOW', {}, error) : error
    })

/** For each person, or each network of visitors; those that wait count too. */
const perCaller = 2

/** Runs a few searches at once, in order of arrival, and those of one caller beside those of others. Who has left before their turn gets none. */
export function limitSearches({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const begin = limitPerPerson(perCaller, () => new AppError('TOO_MANY_SEARCHES', { retryAfter: 2 }))
  const inSlot = createSlots(atOnce, { mostWaiting, refusal: () => new AppError('SEARCHES_BUSY') })
  return async <T>(caller: string, reply: FastifyReply, search: () => Promise<T>): Promise<T> => {
    const end = begin(caller)
    return inSlot(search, leavingOf(reply)).finally(end)
  }
}

const queryCanceled = '57014'
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (errorCodeOf(error) === queryCanceled || isTimeout(error.cause))
