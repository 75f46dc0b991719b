import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes } from './columns.ts'

/** Letters wait here from the transaction that caused them until the post has taken them. */
export const outbox = pgTable(
  'outbox',
  {
    letterID: uuid('letter_id').primaryKey(),
    kind: text('kind').notNull(),
    to: text('to_address').notNull(),
    subject: text('subject').notNull(),
    /** Text and HTML, sealed: they may carry a link that opens an account. Dropped once sent, but for the demo mailbox. */
    bodySealed: bytes('body_sealed'),
    /** The same letter asked for twice is written once. */
    dedupeKey: text('dedupe_key'),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When to try (again), or until when a worker has it in hand. */
    dueAt: timestamp('due_at', { withTimezone: true, precision: 3 }).notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true, precision: 3 }),
    lastError: text('last_error'),
  },
  (table) => [
    uniqueIndex('outbox_once').on(table.dedupeKey),
    index('outbox_due').on(table.dueAt).where(sql`sent_at is null`),
    index('outbox_by_sent').on(table.sentAt),
  ],
)

/** Append-only: a trigger refuses update, delete and truncate. No foreign key: it outlives what it tells of. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    actorID: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index('audit_log_by_actor').on(table.actorID, table.id),
    index('audit_log_by_action').on(table.action, table.id),
    index('audit_log_by_subject').on(table.subject, table.id),
    index('audit_log_by_time').on(table.at),
  ],
)

/** The chain over committed audit rows, written by one sealer, never inside the transactions that it seals. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    position: bigint('position', { mode: 'number' }).primaryKey(),
    auditID: bigint('audit_id', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [uniqueIndex('audit_seals_once').on(table.auditID)],
)

/** What the dashboards count, as differences that the sweeper folds into totals; a read sums both. */
export const statDeltas = pgTable('stat_deltas', {
  deltaID: bigint('delta_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull(),
  amount: integer('amount').notNull(),
})
export const statTotals = pgTable('stat_totals', {
  key: text('key').primaryKey(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
})

/** How many bookings that are not cancelled each person has: who returns is counted as it happens. */
export const clientBookings = pgTable('client_bookings', {
  userID: uuid('user_id').primaryKey(),
  amount: integer('amount').notNull(),
})
