import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { cashUpStates, drawerMethods } from '#contract/cash-up/cash-up.ts'
import { paymentMethods, paymentStatuses, problemKinds } from '#contract/payments/payment.ts'
import { accountRef } from './accounts.ts'
import { bookings } from './bookings.ts'
import { instant, oneOf } from './columns.ts'

/** A clerk has counted the drawer, and a second person signs the count. A trigger keeps what is signed as it is. */
export const cashUps = pgTable(
  'cash_ups',
  {
    cashUpNumber: integer('cash_up_number').primaryKey().generatedAlwaysAsIdentity(),
    state: text('state', { enum: cashUpStates }).notNull(),
    countedByID: accountRef('counted_by_id').notNull(),
    countedAt: instant('counted_at').notNull(),
    /** The person who signed it, or withdrew it. */
    endedByID: accountRef('ended_by_id'),
    endedAt: instant('ended_at'),
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

/**
 * One for each booking, made when it is submitted, at the price of that time; and those that pay its charges. They name the booking in a
 * column of their own, so that whoever looks for the payment of a booking, also a server of the previous version, never finds them.
 */
export const payments = pgTable(
  'payments',
  {
    paymentID: text('payment_id').primaryKey(),
    bookingID: text('booking_id').references(() => bookings.bookingID),
    /** The booking whose charges it pays. */
    chargedBookingID: text('charged_booking_id').references(() => bookings.bookingID),
    amountCents: integer('amount_cents').notNull(),
    paymentMethod: text('payment_method', { enum: paymentMethods }).notNull().default('Credit Card'),
    paymentStatus: text('payment_status', { enum: paymentStatuses }).notNull().default('Pending'),
    /** The card provider's ID; set when the applicant reaches the payment step. */
    intentID: text('intent_id'),
    refundID: text('refund_id'),
    /** The last digits from the card provider, for receipts. */
    cardLast4: text('card_last4'),
    /** A card payment that arrived after the booking was settled another way. Cleared once it is refunded. */
    surplusIntentID: text('surplus_intent_id'),
    note: text('note').notNull().default(''),
    recordedByID: accountRef('recorded_by_id'),
    /** The time until which a refund can be taken back; cleared when it is requested from the card provider. */
    refundDueAt: instant('refund_due_at'),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    uniqueIndex('payments_one_per_booking').on(table.bookingID),
    index('payments_of_charges').on(table.chargedBookingID).concurrently(),
    /** Two who start to pay the same charges pay with the same payment. */
    uniqueIndex('payments_one_open_for_charges')
      .on(table.chargedBookingID)
      .concurrently()
      .where(sql`payment_status = 'Pending'`),
    uniqueIndex('payments_intent_unique').on(table.intentID),
    index('payments_refunding').on(table.createdAt).where(sql`payment_status = 'Refunding'`),
    index('payments_unsettled')
      .on(table.createdAt)
      .where(sql`payment_status in ('Pending', 'Refunding') and intent_id is not null`),
    index('payments_billed').on(table.paymentID).concurrently().where(sql`payment_status = 'Billed'`),
    index('payments_surplus').on(table.createdAt).where(sql`surplus_intent_id is not null`),
    index('payments_by_settled').on(table.settledAt),
    index('payments_refund_due').on(table.refundDueAt).concurrently().where(sql`refund_due_at is not null`),
    check('payments_for_one_thing', sql`num_nulls(${table.bookingID}, ${table.chargedBookingID}) = 1`),
    check('payments_method_known', oneOf(table.paymentMethod, paymentMethods)),
    check('payments_status_known', oneOf(table.paymentStatus, paymentStatuses)),
    check('payments_card_last4_digits', sql`${table.cardLast4} ~ '^[0-9]{4}$'`),
    check('payments_amount_allowed', sql`${table.amountCents} between 0 and 100000000`),
    check('payments_waived_is_free', sql`${table.paymentStatus} <> 'Waived' or ${table.amountCents} = 0`),
    check(
      'payments_settled_has_time',
      sql`${table.paymentStatus} not in ('Paid', 'Waived') or ${table.settledAt} is not null`,
    ),
  ],
)

/** The booking whose niche or charges a payment is for. */
export const paidBookingID = sql<string>`coalesce(${payments.bookingID}, ${payments.chargedBookingID})`

/** Every change of a payment and every event of the card provider. An event is stored, and so applied, only once. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    eventID: bigint('event_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paymentID: text('payment_id').references(() => payments.paymentID),
    kind: text('kind').notNull(),
    fromStatus: text('from_status', { enum: paymentStatuses }),
    toStatus: text('to_status', { enum: paymentStatuses }),
    amountCents: integer('amount_cents'),
    /** The money that came in or, if negative, went out with it; null if no money moved. */
    movedCents: integer('moved_cents'),
    /** The method by which that money moved. */
    method: text('method', { enum: paymentMethods }),
    /** The cash-up that counted it. Money through the card provider is in none. */
    cashUpNumber: integer('cash_up_number').references(() => cashUps.cashUpNumber),
    providerEventID: text('provider_event_id'),
    details: jsonb('details').notNull().default({}),
    actorID: accountRef('actor_id'),
    at: instant('at').notNull(),
  },
  (table) => [
    uniqueIndex('payment_events_once').on(table.providerEventID),
    index('payment_events_by_payment').on(table.paymentID, table.eventID),
    index('payment_events_in_drawer')
      .on(table.eventID)
      .concurrently()
      .where(sql`cash_up_number is null and method in ('Cash', 'Cheque', 'Card') and moved_cents is not null`),
    index('payment_events_by_cash_up').on(table.cashUpNumber).concurrently(),
    index('payment_events_moving_money').on(table.at, table.eventID).concurrently().where(sql`moved_cents is not null`),
    check('payment_events_moved_has_method', sql`(${table.movedCents} is null) = (${table.method} is null)`),
  ],
)

/** Money that only a person can settle. Kept once it is settled, so that the same event of the provider does not report it again. */
export const paymentProblems = pgTable(
  'payment_problems',
  {
    problemID: uuid('problem_id').primaryKey(),
    paymentID: text('payment_id')
      .notNull()
      .references(() => payments.paymentID),
    kind: text('kind', { enum: problemKinds }).notNull(),
    /** The intent or, of a dispute, the dispute. */
    intentID: text('intent_id').notNull(),
    /** The amount that was paid, could not be refunded, or is disputed. */
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull().default('sgd'),
    /** The provider's code for a refund that failed, or for what a cardholder says who disputes it. */
    failureCode: text('failure_code'),
    foundAt: instant('found_at').notNull(),
    settledAt: instant('settled_at'),
    /** Null if the provider refunded it after all, or the bank decided the dispute. */
    settledByID: accountRef('settled_by_id'),
    settledReason: text('settled_reason'),
  },
  (table) => [
    uniqueIndex('payment_problems_one_open')
      .on(table.paymentID, table.kind, table.intentID)
      .where(sql`settled_at is null`),
    index('payment_problems_by_payment').on(table.paymentID),
    index('payment_problems_open_by_time').on(table.foundAt).where(sql`settled_at is null`),
    check('payment_problems_kind_known', oneOf(table.kind, problemKinds)),
    check('payment_problems_settled_has_reason', sql`(${table.settledAt} is null) = (${table.settledReason} is null)`),
  ],
)

/** Each restore of a backup. What the card provider took since the backup is not here. */
export const restores = pgTable('restores', {
  restoredAt: instant('restored_at').primaryKey(),
  /** The time of the backup. */
  asOf: instant('as_of').notNull(),
  /** The time when the payments were compared with those of the card provider. */
  comparedAt: instant('compared_at'),
})

/** What the last comparison found at the card provider and not here. After a restore, these are the payments since the backup. */
export const unknownPayments = pgTable('unknown_payments', {
  intentID: text('intent_id').primaryKey(),
  bookingID: text('booking_id'),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  startedAt: instant('started_at').notNull(),
  /** True if it was refunded wholly or in part. */
  isRefunded: boolean('is_refunded').notNull(),
  foundAt: instant('found_at').notNull(),
})

/** Intents of the demo's card provider, kept apart from payments as with a real provider. */
export const sandboxIntents = pgTable('sandbox_intents', {
  intentID: text('intent_id').primaryKey(),
  clientSecret: text('client_secret').notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text('currency').notNull(),
  paymentID: text('payment_id').notNull(),
  idempotencyKey: text('idempotency_key').notNull().unique('sandbox_intents_idempotent'),
  status: text('status', { enum: ['pending', 'succeeded', 'failed', 'canceled'] })
    .notNull()
    .default('pending'),
  refundedCents: integer('refunded_cents').notNull().default(0),
  cardLast4: text('card_last4'),
})
