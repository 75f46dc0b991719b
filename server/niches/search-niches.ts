import { sql } from 'drizzle-orm'
import { errorCodeOf } from '#server/core/error-code.ts'
import { AppError } from '#server/http/errors.ts'
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

const queryCanceled = '57014'
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (errorCodeOf(error) === queryCanceled || isTimeout(error.cause))
