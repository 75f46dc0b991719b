import { sql } from 'drizzle-orm'
import { boolean, check, date, doublePrecision, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { logoTypes } from '#contract/house/logo.ts'
import { taxRoundings } from '#contract/house/tax.ts'
import { defaultSteps } from '#contract/rights/after-end.ts'
import { leastClaimDays } from '#contract/rights/claim.ts'
import { rightBases } from '#contract/rights/right.ts'
import { bytes, instant, oneOf } from './columns.ts'

/** One row, written when an admin first saves the details: what the pages, letters and receipts say about the house. */
export const house = pgTable(
  'house',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    name: text('name').notNull(),
    shortName: text('short_name').notNull().default(''),
    address: text('address').notNull(),
    telephone: text('telephone').notNull(),
    email: text('email').notNull(),
    registrationNumber: text('registration_number').notNull(),
    taxNote: text('tax_note').notNull(),
    visitingHours: text('visiting_hours').notNull(),
    counterHours: text('counter_hours').notNull(),
    /** The opening hours at Qing Ming and All Souls. */
    festivalHours: text('festival_hours').notNull(),
    hourExceptions: text('hour_exceptions').notNull(),
    /** Null until an admin enters it: then the setting HOLD_MINUTES applies. */
    holdMinutes: doublePrecision('hold_minutes'),
    /** Texts with which a clerk can begin a reason, one on each line. Families never read the list. */
    denialReasons: text('denial_reasons').notNull().default(''),
    /** The amount above which two clerks settle a card payment by hand. */
    settleAloneCents: integer('settle_alone_cents').notNull().default(50_000),
    /** The amount above which two clerks waive a charge. */
    waiveAloneCents: integer('waive_alone_cents').notNull().default(10_000),
    asksRelationshipProof: boolean('asks_relationship_proof').notNull().default(false),
    /** Empty if the house is not registered for GST. */
    taxNumber: text('tax_number').notNull().default(''),
    taxRegisteredOn: date('tax_registered_on'),
    /** Each rate is on a line of its own: `2024-01-01: 9%`. */
    taxRates: text('tax_rates').notNull().default(''),
    /** Null until an admin chooses it: then by line. */
    taxRounding: text('tax_rounding', { enum: taxRoundings }),
    /** The term of rights that are granted from now on. */
    rightBasis: text('right_basis', { enum: rightBases }).notNull().default('perpetual'),
    rightYears: integer('right_years'),
    rightUntil: date('right_until', { mode: 'string' }),
    rightExtensionYears: integer('right_extension_years'),
    rightExtensionTimes: integer('right_extension_times'),
    /** The number of days that others have to object to a claim to a right. */
    claimDays: integer('claim_days').notNull().default(leastClaimDays),
    /** The steps after the end of a right, one on each line: `Telephone: 30`. */
    rightSteps: text('right_steps').notNull().default(defaultSteps),
    /** The time when the rules of rights were last changed. */
    rightRulesAt: instant('right_rules_at'),
    /** The house on receipts from before there were bills, with the sentence about taxes, each on a line. Null if there are none. */
    earlierIssuer: text('earlier_issuer'),
    /** The name of that house. Null too if it was changed before it was stored, because name and address cannot be told apart. */
    earlierName: text('earlier_name'),
  },
  (table) => [
    check('house_one_row', sql`${table.isOnly}`),
    check('house_settle_alone_allowed', sql`${table.settleAloneCents} between 0 and 100000000`),
    check('house_waive_alone_allowed', sql`${table.waiveAloneCents} between 0 and 100000000`),
    check('house_claim_days_allowed', sql.raw(`claim_days between ${leastClaimDays} and 999`)),
    check('house_right_basis_known', oneOf(table.rightBasis, rightBases)),
    check('house_tax_rounding_known', oneOf(table.taxRounding, taxRoundings)),
    check('house_hold_minutes_allowed', sql`${table.holdMinutes} > 0 and ${table.holdMinutes} <= 10080`),
  ],
)

/** The logo has no row if there is none. It is apart from the details, which every page reads. */
export const houseLogo = pgTable(
  'house_logo',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    mime: text('mime', { enum: logoTypes }).notNull(),
    /** The picture is in base64, because columns of bytes hold encrypted values. */
    content: text('content').notNull(),
    /** A hash of the content. */
    version: text('version').notNull(),
  },
  (table) => [
    check('house_logo_one_row', sql`${table.isOnly}`),
    check('house_logo_type_known', oneOf(table.mime, logoTypes)),
  ],
)

const modes = ['demo', 'production'] as const

/** One row, written when the database is created: what it belongs to. Every start compares it with the settings. */
export const installation = pgTable(
  'installation',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    mode: text('mode', { enum: modes }).notNull(),
    /** A known text. A key that cannot open it cannot open anything else in this database either. */
    keyCheckSealed: bytes('key_check_sealed').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('installation_one_row', sql`${table.isOnly}`),
    check('installation_mode_known', oneOf(table.mode, modes)),
  ],
)

/** Each server writes its row every second, to know whether it can write. */
export const serverChecks = pgTable('server_checks', {
  serverID: uuid('server_id').primaryKey(),
  checkedAt: instant('checked_at').notNull(),
})
