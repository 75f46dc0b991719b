import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, oneOf } from './columns.ts'

/** The letters that count towards the limits on letters. */
const limitedLetters = sql`caused_by is not null and dedupe_key is null`

/** Outgoing mail: written in the same transaction as its cause, sent by the worker. */
export const outbox = pgTable(
  'outbox',
  {
    letterID: uuid('letter_id').primaryKey(),
    kind: text('kind').notNull(),
    to: text('to_address').notNull(),
    subject: text('subject').notNull(),
    /** Text and HTML, encrypted because a link in them may give access to an account. Deleted once sent, except in the demo. */
    bodySealed: bytes('body_sealed'),
    /** A second letter with the same key is not written. */
    dedupeKey: text('dedupe_key'),
    /** The account that had this address when the letter was written; another may have it now. */
    recipientID: uuid('recipient_id'),
    /** Set for letters to families. Has no foreign key, because undoing an import deletes bookings. */
    bookingID: text('booking_id'),
    /** The signed-in person whose call wrote the letter; null for letters of jobs and of callers without a session. */
    causedBy: uuid('caused_by'),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The time of the next attempt, or the end of the lease while a worker is sending it. */
    dueAt: instant('due_at').notNull(),
    sentAt: instant('sent_at'),
    lastError: text('last_error'),
  },
  (table) => [
    uniqueIndex('outbox_once').on(table.dedupeKey),
    index('outbox_due').on(table.dueAt).where(sql`sent_at is null`),
    index('outbox_by_sent').on(table.sentAt),
    index('outbox_by_booking').on(table.bookingID).where(sql`booking_id is not null`).concurrently(),
    index('outbox_by_cause').on(table.causedBy, table.createdAt).where(limitedLetters),
    index('outbox_by_recipient').on(table.to, table.createdAt).where(limitedLetters),
  ],
)

/** Append-only: a trigger refuses update, delete and truncate. No foreign keys, because entries outlive their subjects. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    actorID: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    /** Where the request came from; null for what Columba does by itself. */
    address: text('address'),
    /** Tells the sessions of a person apart. It cannot be used to sign in. */
    session: text('session'),
    requestID: text('request_id'),
    /** Proves that a server wrote this entry; null if a version from before signatures did. */
    signature: text('signature'),
  },
  (table) => [
    index('audit_log_by_actor').on(table.actorID, table.id),
    index('audit_log_by_action').on(table.action, table.id),
    index('audit_log_by_subject').on(table.subject, table.id),
    index('audit_log_by_time').on(table.at),
  ],
)

/** `rejected` marks an entry that no server wrote. */
const sealKinds = ['unkeyed', 'keyed', 'rejected'] as const

/** The hash chain over committed audit rows, written by one sealer at a time, outside the transactions that it seals. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    position: bigint('position', { mode: 'number' }).primaryKey(),
    auditID: bigint('audit_id', { mode: 'number' }).notNull(),
    hash: text('hash').notNull(),
    /** The default is what earlier versions write; a trigger drops their seals, so that only this version continues the chain. */
    kind: text('kind', { enum: sealKinds }).notNull().default('unkeyed'),
  },
  (table) => [
    uniqueIndex('audit_seals_once').on(table.auditID),
    check('audit_seals_kind_known', oneOf(table.kind, sealKinds)),
  ],
)

/** One row: what a server needs to continue the chain, encrypted so that nobody else can make or change it. */
export const auditChain = pgTable(
  'audit_chain',
  {
    id: integer('id').primaryKey().default(1),
    /** The key of the hashes, and where the keyed part of the chain begins. */
    keySealed: bytes('key_sealed').notNull(),
    /** The newest hash and its position. */
    headSealed: bytes('head_sealed').notNull(),
  },
  (table) => [check('audit_chain_one_row', sql`${table.id} = 1`)],
)

/** Changes of the dashboard figures. A background job adds them to `stat_totals`; a read sums both tables. */
export const statDeltas = pgTable('stat_deltas', {
  deltaID: bigint('delta_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  key: text('key').notNull(),
  amount: integer('amount').notNull(),
})
export const statTotals = pgTable('stat_totals', {
  key: text('key').primaryKey(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
})

/** How many bookings that are not cancelled each person has; used to count returning applicants. */
export const clientBookings = pgTable('client_bookings', {
  userID: uuid('user_id').primaryKey(),
  amount: integer('amount').notNull(),
})
