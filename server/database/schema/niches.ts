import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type BlockView, nicheStatuses } from '#contract/niches/niche.ts'
import type { RowHeights } from '#contract/niches/row-heights.ts'
import { accountRef } from './accounts.ts'
import { instant, oneOf } from './columns.ts'
import { registerImports } from './registers.ts'

export const buildings = pgTable(
  'buildings',
  {
    buildingID: text('building_id').primaryKey(),
    buildingName: text('building_name').notNull(),
    position: integer('position').notNull(),
    directions: text('directions').notNull().default(''),
  },
  (table) => [unique('buildings_name_unique').on(table.buildingName)],
)

export const levels = pgTable(
  'levels',
  {
    levelID: text('level_id').primaryKey(),
    buildingID: text('building_id')
      .notNull()
      .references(() => buildings.buildingID),
    levelNumber: integer('level_number').notNull(),
  },
  (table) => [unique('levels_number_unique').on(table.buildingID, table.levelNumber)],
)

export const blocks = pgTable(
  'blocks',
  {
    /** Readable in the demo, like `TH-1A`; otherwise a UUID. */
    blockID: text('block_id').primaryKey(),
    levelID: text('level_id')
      .notNull()
      .references(() => levels.levelID),
    blockName: text('block_name').notNull(),
    view: jsonb('view').$type<BlockView>(),
    /** Set only until the block opens: null means that its niches can be booked. */
    opensAt: instant('opens_at'),
    /** The block is imported and not published yet: only the house sees it. */
    isDraft: boolean('is_draft').notNull().default(false),
    /** The size of the opening of its niches, if it was measured. */
    openingWidthMm: integer('opening_width_mm'),
    openingHeightMm: integer('opening_height_mm'),
    /** The heights of its rows, if they were measured. */
    rowHeights: jsonb('row_heights').$type<RowHeights>(),
    /** A trigger raises it with every change of the row, and with every niche that is added to the block or deleted. */
    version: bigint('version', { mode: 'number' }).notNull().default(0),
  },
  (table) => [unique('blocks_name_unique').on(table.levelID, table.blockName)],
)

export const niches = pgTable(
  'niches',
  {
    nicheID: uuid('niche_id').primaryKey(),
    blockID: text('block_id')
      .notNull()
      .references(() => blocks.blockID),
    nicheCode: text('niche_code').notNull(),
    nicheRow: integer('niche_row').notNull(),
    nicheColumn: integer('niche_column').notNull(),
    /** The letter of the niche behind a shared door; empty if the niche has a door of its own. */
    half: text('half').notNull().default(''),
    status: text('status', { enum: nicheStatuses }).notNull().default('Available'),
    priceCents: integer('price_cents').notNull(),
    /** The number of people it has places for. */
    capacity: integer('capacity').notNull().default(1),
    /** The price for each person after the first. */
    furtherPriceCents: integer('further_price_cents').notNull().default(0),
    /** The import that added it, if one did. */
    importID: uuid('import_id').references(() => registerImports.importID),
    /** A trigger raises it with every change of the row. */
    version: bigint('version', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    unique('niches_code_unique').on(table.nicheCode),
    uniqueIndex('niches_one_per_place').on(table.blockID, table.nicheRow, table.nicheColumn, table.half).concurrently(),
    /** This index serves equality and prefixes, in upper or lower case. */
    index('niches_by_code').using('btree', sql`upper(${table.nicheCode}) text_pattern_ops`),
    /** Codes as people type them, see `bareCodeOf`. */
    index('niches_by_bare_code')
      .using('btree', sql`upper(translate(${table.nicheCode}, '- ./', '')) text_pattern_ops`)
      .concurrently(),
    index('niches_free_places')
      .on(table.priceCents, table.blockID, table.nicheRow, table.nicheColumn, table.half)
      .where(sql`status = 'Available'`)
      .concurrently(),
    check('niches_status_known', oneOf(table.status, nicheStatuses)),
    /** The same limits as `payments_amount_allowed`. A niche for 0.00 needs no payment. */
    check('niches_price_allowed', sql`${table.priceCents} between 0 and 100000000`),
    check('niches_capacity_allowed', sql`${table.capacity} between 1 and 8`),
    check('niches_further_price_allowed', sql`${table.furtherPriceCents} between 0 and 100000000`),
    check('niches_half_known', sql`${table.half} ~ '^[a-d]?$'`),
    check('niches_place_positive', sql`${table.nicheRow} > 0 and ${table.nicheColumn} > 0`),
  ],
)

/** Every change of a niche's status, written in the same transaction. */
export const nicheStatusLog = pgTable(
  'niche_status_log',
  {
    logID: bigint('log_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    nicheID: uuid('niche_id')
      .notNull()
      .references(() => niches.nicheID),
    from: text('from_status', { enum: nicheStatuses }).notNull(),
    to: text('to_status', { enum: nicheStatuses }).notNull(),
    reason: text('reason').notNull(),
    actorID: accountRef('actor_id'),
    bookingID: text('booking_id'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('niche_status_log_by_niche').on(table.nicheID, table.logID),
    check('niche_status_log_from_known', oneOf(table.from, nicheStatuses)),
    check('niche_status_log_to_known', oneOf(table.to, nicheStatuses)),
    check('niche_status_log_reason_said', sql`length(trim(${table.reason})) between 1 and 500`),
  ],
)
