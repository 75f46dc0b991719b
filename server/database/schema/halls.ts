import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { BlockLayout } from '#contract/halls/block-layout.ts'
import { type PhotoSubject, photoSubjects } from '#contract/halls/photo-api.ts'
import { accountRef } from './accounts.ts'
import { instant, oneOf } from './columns.ts'
import { blocks, buildings, levels, niches } from './niches.ts'

const subjects = Object.keys(photoSubjects) as [PhotoSubject, ...PhotoSubject[]]

/** Blocks that are not published. Kept apart from `blocks`, so that no list for families can show one by mistake. */
export const blockDrafts = pgTable(
  'block_drafts',
  {
    draftID: uuid('draft_id').primaryKey(),
    levelID: text('level_id')
      .notNull()
      .references(() => levels.levelID),
    blockName: text('block_name').notNull(),
    layout: jsonb('layout').$type<BlockLayout>().notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [unique('block_drafts_name_unique').on(table.levelID, table.blockName)],
)

/** Photographs for visitors, in two sizes, as base64, because columns of bytes hold encrypted values. */
export const hallPhotos = pgTable(
  'hall_photos',
  {
    photoID: uuid('photo_id').primaryKey(),
    buildingID: text('building_id')
      .notNull()
      .references(() => buildings.buildingID),
    subject: text('subject', { enum: subjects }).notNull(),
    caption: text('caption').notNull(),
    small: text('small').notNull(),
    large: text('large').notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [
    index('hall_photos_by_hall').on(table.buildingID, table.addedAt),
    check('hall_photos_subject_known', oneOf(table.subject, subjects)),
  ],
)

/** A change of prices, applied at once or from a day on. */
export const priceChanges = pgTable(
  'price_changes',
  {
    changeID: uuid('change_id').primaryKey(),
    blockID: text('block_id')
      .notNull()
      .references(() => blocks.blockID),
    effectiveAt: instant('effective_at').notNull(),
    madeAt: instant('made_at').notNull(),
    madeByID: accountRef('made_by_id').notNull(),
    /** The change in words: `+5 %`. */
    change: text('change').notNull(),
    appliedAt: instant('applied_at'),
    cancelledAt: instant('cancelled_at'),
  },
  (table) => [
    index('price_changes_due').on(table.effectiveAt).where(sql`applied_at is null and cancelled_at is null`),
    index('price_changes_by_block').on(table.blockID, table.madeAt),
    check('price_changes_one_end', sql`${table.appliedAt} is null or ${table.cancelledAt} is null`),
  ],
)

/** The prices of a change as its preview showed them. */
export const newPrices = pgTable(
  'new_prices',
  {
    changeID: uuid('change_id')
      .notNull()
      .references(() => priceChanges.changeID),
    nicheID: uuid('niche_id')
      .notNull()
      .references(() => niches.nicheID),
    priceBeforeCents: integer('price_before_cents').notNull(),
    priceCents: integer('price_cents').notNull(),
  },
  (table) => [
    primaryKey({ name: 'new_prices_pk', columns: [table.changeID, table.nicheID] }),
    check('new_prices_allowed', sql`${table.priceCents} between 0 and 100000000`),
  ],
)
