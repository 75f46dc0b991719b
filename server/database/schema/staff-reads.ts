import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { readKinds } from '#contract/recorded-reads.ts'
import { instant, oneOf } from './columns.ts'

/** What staff read about people, one row for each hour. No foreign keys, because it outlives whom it is about. */
export const staffReads = pgTable(
  'staff_reads',
  {
    readerID: uuid('reader_id').notNull(),
    hour: instant('hour').notNull(),
    kind: text('kind', { enum: readKinds }).notNull(),
    /** Empty for a list. */
    subject: text('subject').notNull(),
    times: integer('times').notNull(),
    lastAt: instant('last_at').notNull(),
    /** The audit log has an entry for this hour. */
    inLog: boolean('in_log').notNull().default(false),
  },
  (table) => [
    primaryKey({ name: 'staff_reads_pk', columns: [table.readerID, table.hour, table.kind, table.subject] }),
    index('staff_reads_by_time').on(table.lastAt),
    index('staff_reads_by_subject').on(table.subject, table.lastAt),
    index('staff_reads_not_in_log').on(table.hour).where(sql`not in_log`),
    check('staff_reads_kind_known', oneOf(table.kind, readKinds)),
  ],
)
