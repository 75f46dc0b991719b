import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { ownerRef } from './accounts.ts'
import { instant } from './columns.ts'

/** The last request of a person to close their account, open until staff refuse it. Closing the account deletes it. */
export const closingRequests = pgTable(
  'closing_requests',
  {
    userID: ownerRef('user_id').primaryKey(),
    message: text('message').notNull().default(''),
    requestedAt: instant('requested_at').notNull(),
    refusedAt: instant('refused_at'),
    refusalReason: text('refusal_reason'),
  },
  (table) => [
    index('closing_requests_open_by_time').on(table.requestedAt).where(sql`refused_at is null`),
    check('closing_requests_refused_has_reason', sql`(${table.refusedAt} is null) = (${table.refusalReason} is null)`),
  ],
)
