import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

/** The last request of a person to close their account, open until staff refuse it. Closing the account deletes it. */
export const closingRequests = pgTable(
  'closing_requests',
  {
    userID: uuid('user_id')
      .primaryKey()
      .references(() => users.userID, { onDelete: 'cascade' }),
    message: text('message').notNull().default(''),
    requestedAt: timestamp('requested_at', { withTimezone: true, precision: 3 }).notNull(),
    refusedAt: timestamp('refused_at', { withTimezone: true, precision: 3 }),
    refusalReason: text('refusal_reason'),
  },
  (table) => [
    index('closing_requests_open_by_time').on(table.requestedAt).where(sql`refused_at is null`),
    check('closing_requests_refused_has_reason', sql`(${table.refusedAt} is null) = (${table.refusalReason} is null)`),
  ],
)
