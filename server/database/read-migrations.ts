import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Migration } from '#server/ports/database.ts'

/** The migrations of a folder that drizzle-kit writes, in their order. */
export function readMigrations(folder: string): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  return entries.map(({ tag, when }: { tag: string; when: number }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    return {
      name: tag,
      createdAt: when,
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text.split('--> statement-breakpoint'),
    }
  })
}

/** An index that is built while the table is in use. PostgreSQL does not allow that in a transaction. */
export const isConcurrent = (statement: string) => /\bindex\s+concurrently\b/i.test(statement)

export const withoutConcurrently = (statement: string) => statement.replace(/\bindex\s+concurrently\b/i, 'index')

/** A backfill: repeated, each time in a transaction of its own, until it returns no more rows. */
export const isBackfill = (statement: string) => /^\s*-- backfill\b/im.test(statement)
