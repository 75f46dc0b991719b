import { sql } from 'drizzle-orm'
import { bigint, check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type BillLine, billCauses, billKinds, type Supplier } from '#contract/bills/bill.ts'
import { paymentMethods } from '#contract/payments/payment.ts'
import { bookings } from './bookings.ts'
import { instant, oneOf } from './columns.ts'
import { payments } from './payments.ts'

/** One row, made by the migration of a house with payments, and by the first bill of another. Whoever writes a bill locks it as the last thing before the commit, so no number is left out or goes backwards in time. */
export const billSeries = pgTable('bill_series', {
  series: text('series').primaryKey(),
  lastNumber: integer('last_number').notNull(),
  /** Null until the first bill. */
  lastIssuedAt: instant('last_issued_at'),
  /** Payments up to this event were settled before there were bills, and keep their receipts. */
  lastEarlierEvent: bigint('last_earlier_event', { mode: 'number' }).notNull().default(0),
  /** From then on, all money that moves is in the audit log. Servers of the version before, which log less, may run until then. */
  moneyLoggedFrom: instant('money_logged_from').notNull().default(sql`now() + interval '1 day'`),
  /** Chosen before the first bill, by a house that goes on with the numbers of its old receipts. */
  firstNumber: integer('first_number').notNull().default(1),
  /** The account of the books to which niches are sold. */
  nicheAccount: text('niche_account').notNull().default(''),
  /** The account of what is charged without one of its own, such as a charge that a clerk has written. */
  chargeAccount: text('charge_account').notNull().default(''),
  /** The bank account to which organisations transfer money. */
  payTo: text('pay_to').notNull().default(''),
})

/** Bills and credit notes. A trigger refuses every change. */
export const bills = pgTable(
  'bills',
  {
    number: integer('number').primaryKey(),
    kind: text('kind', { enum: billKinds }).notNull(),
    cause: text('cause', { enum: billCauses }).notNull(),
    /** The bill that a credit note takes back. */
    creditsNumber: integer('credits_number'),
    /** The bill in whose place a corrected one was written. */
    replacesNumber: integer('replaces_number'),
    /** Why a bill was corrected, on the credit note and on the new bill; or why an open one was credited. */
    reason: text('reason').notNull().default(''),
    paymentID: text('payment_id')
      .notNull()
      .references(() => payments.paymentID),
    bookingID: text('booking_id')
      .notNull()
      .references(() => bookings.bookingID),
    issuedAt: instant('issued_at').notNull(),
    supplier: jsonb('supplier').$type<Supplier>().notNull(),
    buyerName: text('buyer_name').notNull(),
    /** The UEN of an organisation. */
    buyerRegistrationNumber: text('buyer_registration_number').notNull().default(''),
    /** The address is that of an organisation, or of a family on a tax invoice that needs it. */
    buyerAddress: text('buyer_address').notNull().default(''),
    /** Email and due day are those of an organisation that pays later. */
    buyerEmail: text('buyer_email').notNull().default(''),
    dueOn: date('due_on', { mode: 'string' }),
    nicheCode: text('niche_code').notNull(),
    lines: jsonb('lines').$type<BillLine[]>().notNull(),
    netCents: integer('net_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    grossCents: integer('gross_cents').notNull(),
    paymentMethod: text('payment_method', { enum: paymentMethods }).notNull(),
    cardLast4: text('card_last4'),
  },
  (table) => [
    uniqueIndex('bills_once').on(table.paymentID, table.cause).where(sql`cause <> 'corrected'`),
    uniqueIndex('bills_credited_once').on(table.creditsNumber),
    uniqueIndex('bills_replaced_once').on(table.replacesNumber),
    index('bills_by_payment').on(table.paymentID, table.number),
    index('bills_by_booking').on(table.bookingID),
    index('bills_by_issued').on(table.issuedAt),
    index('bills_by_niche').on(table.nicheCode),
    index('bills_by_buyer').on(sql`lower(buyer_name) text_pattern_ops`),
    check('bills_kind_known', oneOf(table.kind, billKinds)),
    check('bills_cause_known', oneOf(table.cause, billCauses)),
    check('bills_method_known', oneOf(table.paymentMethod, paymentMethods)),
    check('bills_credit_note_names_bill', sql`(${table.kind} = 'creditNote') = (${table.creditsNumber} is not null)`),
    check(
      'bills_correction_replaces_bill',
      sql`(${table.cause} = 'corrected' and ${table.kind} = 'bill') = (${table.replacesNumber} is not null)`,
    ),
    check('bills_correction_has_reason', sql`(${table.cause} in ('corrected', 'credited')) = (${table.reason} <> '')`),
    check('bills_adds_up', sql`${table.netCents} + ${table.taxCents} = ${table.grossCents}`),
  ],
)
