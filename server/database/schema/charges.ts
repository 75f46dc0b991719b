import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { chargeEvents } from '#contract/charges/charge.ts'
import { type ChargedWhen, chargedWhen, type PriceKind, priceKinds, taxCategoryNames } from '#contract/prices/price.ts'
import { accountRef } from './accounts.ts'
import { bookings } from './bookings.ts'
import { instant, oneOf } from './columns.ts'
import { payments } from './payments.ts'
import { rights } from './rights.ts'

/** The price list. A new price is a new row of its item; no row is changed. */
export const priceItems = pgTable(
  'price_items',
  {
    priceID: uuid('price_id').primaryKey(),
    /** The same for all prices of an item. */
    itemID: uuid('item_id').notNull(),
    kind: text('kind').$type<PriceKind>().notNull(),
    name: text('name').notNull(),
    /** The price with tax. */
    grossCents: integer('gross_cents').notNull(),
    taxCategory: text('tax_category', { enum: taxCategoryNames }).notNull(),
    accountCode: text('account_code').notNull(),
    chargedWhen: text('charged_when').$type<ChargedWhen>().notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    isWithdrawn: boolean('is_withdrawn').notNull(),
    addedByID: accountRef('added_by_id'),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [
    index('price_items_by_item').on(table.itemID, table.validFrom),
    check('price_items_kind_known', oneOf(table.kind, Object.keys(priceKinds))),
    check('price_items_tax_category_known', oneOf(table.taxCategory, taxCategoryNames)),
    check('price_items_charged_when_known', oneOf(table.chargedWhen, Object.keys(chargedWhen))),
    check('price_items_price_positive', sql`${table.grossCents} between 1 and 100000000`),
  ],
)

/** What was sold for a booking besides its niche, as it was at that moment. A trigger refuses that a charge is deleted. */
export const charges = pgTable(
  'charges',
  {
    chargeID: uuid('charge_id').primaryKey(),
    bookingID: text('booking_id')
      .notNull()
      .references(() => bookings.bookingID),
    /** Null if it is not from the price list. */
    priceID: uuid('price_id').references(() => priceItems.priceID),
    /** What caused a charge that Columba added by itself: the item, and the booking or the request that was approved. */
    chargedFor: text('charged_for'),
    text: text('text').notNull(),
    cents: integer('cents').notNull(),
    /** The rate in hundredths of a percent. */
    taxRate: integer('tax_rate').notNull(),
    taxCategory: text('tax_category', { enum: taxCategoryNames }).notNull(),
    accountCode: text('account_code').notNull(),
    addedAt: instant('added_at').notNull(),
    /** The payment that was started for it and not given up. It is due until that payment has settled. */
    paymentID: text('payment_id').references(() => payments.paymentID),
    waivedAt: instant('waived_at'),
    /** The right that is extended once this is paid, and when that was done; back to null if the extension was taken back. */
    extendsRightID: uuid('extends_right_id').references(() => rights.rightID),
    extendedAt: instant('extended_at'),
  },
  (table) => [
    index('charges_by_booking').on(table.bookingID),
    index('charges_unpaid').on(table.bookingID).where(sql`payment_id is null and waived_at is null`),
    index('charges_by_payment').on(table.paymentID),
    index('charges_of_right').on(table.extendsRightID).concurrently().where(sql`extends_right_id is not null`),
    index('charges_that_extend')
      .on(table.paymentID)
      .concurrently()
      .where(sql`extends_right_id is not null and extended_at is null`),
    uniqueIndex('charges_once').on(table.chargedFor),
    check('charges_tax_category_known', oneOf(table.taxCategory, taxCategoryNames)),
    check('charges_positive', sql`${table.cents} between 1 and 100000000`),
    check('charges_waived_not_paid', sql`${table.waivedAt} is null or ${table.paymentID} is null`),
  ],
)

/** Who added or waived a charge, and why. Append-only. */
export const chargeMoves = pgTable(
  'charge_moves',
  {
    moveID: bigint('move_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    chargeID: uuid('charge_id')
      .notNull()
      .references(() => charges.chargeID),
    event: text('event', { enum: chargeEvents }).notNull(),
    reason: text('reason').notNull().default(''),
    /** Null if Columba added it by itself. */
    actorID: accountRef('actor_id'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('charge_moves_by_charge').on(table.chargeID),
    check('charge_moves_event_known', oneOf(table.event, chargeEvents)),
  ],
)
