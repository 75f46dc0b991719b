import { sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { errorCodeOf } from '#server/core/error-code.ts'
import { AppError } from '#server/http/errors.ts'
import { leavingOf } from '#server/http/hold-memory.ts'
import { createSlots, limitPerPerson } from '#server/http/slots.ts'
import type { Db } from '#server/ports/database.ts'
import { findFreeRuns, type SearchCriteria } from './find-free-runs.ts'

/** Shorter than for other statements, because anybody can search all niches again and again. */
const statementTimeoutMs = 8_000

/** The free niches that match, unless finding them takes too long. */
export const searchNiches = (db: Db, criteria: SearchCriteria, timeoutMs = statementTimeoutMs) =>
  db
    .transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${timeoutMs}`))
      return findFreeRuns(tx, criteria)
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
