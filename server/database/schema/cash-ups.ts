import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { cashUpStates, drawerMethods } from '#contract/cash-up/cash-up.ts'
import { users } from './accounts.ts'
import { oneOf } from './columns.ts'

/** A clerk has counted the drawer, and a second person signs the count. A trigger keeps what is signed as it is. */
export const cashUps = pgTable(
  'cash_ups',
  {
    cashUpNumber: integer('cash_up_number').primaryKey().generatedAlwaysAsIdentity(),
    state: text('state', { enum: cashUpStates }).notNull(),
    countedByID: uuid('counted_by_id')
      .notNull()
      .references(() => users.userID),
    countedAt: timestamp('counted_at', { withTimezone: true, precision: 3 }).notNull(),
    /** Who signed it, or withdrew it. */
    endedByID: uuid('ended_by_id').references(() => users.userID),
    endedAt: timestamp('ended_at', { withTimezone: true, precision: 3 }),
    withdrawnReason: text('withdrawn_reason').notNull().default(''),
  },
  (table) => [
    uniqueIndex('cash_ups_one_open').on(table.state).where(sql`state = 'open'`),
    index('cash_ups_by_counted').on(table.countedAt),
    check('cash_ups_state_known', oneOf(table.state, cashUpStates)),
    check('cash_ups_people_differ', sql`${table.state} <> 'signed' or ${table.endedByID} <> ${table.countedByID}`),
    check(
      'cash_ups_ended',
      sql`num_nulls(${table.endedByID}, ${table.endedAt}) = case when ${table.state} = 'open' then 2 else 0 end`,
    ),
    check('cash_ups_withdrawn_has_reason', sql`(${table.state} = 'withdrawn') = (${table.withdrawnReason} <> '')`),
  ],
)

/** What a cash-up says about one method. */
export const cashUpLines = pgTable(
  'cash_up_lines',
  {
    cashUpNumber: integer('cash_up_number')
      .notNull()
      .references(() => cashUps.cashUpNumber),
    method: text('method', { enum: drawerMethods }).notNull(),
    expectedCents: integer('expected_cents').notNull(),
    countedCents: integer('counted_cents').notNull(),
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.cashUpNumber, table.method] }),
    check('cash_up_lines_method_known', oneOf(table.method, drawerMethods)),
    check(
      'cash_up_lines_difference_has_reason',
      sql`${table.expectedCents} = ${table.countedCents} or ${table.reason} <> ''`,
    ),
  ],
)
