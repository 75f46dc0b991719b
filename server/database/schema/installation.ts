import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytes, oneOf } from './columns.ts'

const modes = ['demo', 'production'] as const

/** One row, written when the database is created: what it belongs to. Every start compares it with the settings. */
export const installation = pgTable(
  'installation',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    mode: text('mode', { enum: modes }).notNull(),
    /** A known text. A key that cannot open it cannot open anything else in this database either. */
    keyCheckSealed: bytes('key_check_sealed').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    check('installation_one_row', sql`${table.isOnly}`),
    check('installation_mode_known', oneOf(table.mode, modes)),
  ],
)
