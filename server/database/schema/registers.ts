import { type SQLWrapper, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Choices } from '#contract/registers/choices.ts'
import { accountRef, ownerRef } from './accounts.ts'
import { bytes, instant } from './columns.ts'

/** The buildings, levels and blocks that an import added, which undoing it removes. */
interface CreatedPlaces {
  buildings: string[]
  levels: string[]
  blocks: string[]
}

/** Every import of a register, undone ones too. */
export const registerImports = pgTable(
  'register_imports',
  {
    importID: uuid('import_id').primaryKey(),
    /** SHA-256 of each file: importing the same ones again changes nothing. */
    filesHash: text('files_hash').notNull(),
    niches: integer('niches').notNull(),
    people: integer('people').notNull(),
    created: jsonb('created').$type<CreatedPlaces>().notNull(),
    /** Null if a command imported it. */
    importedByID: accountRef('imported_by_id'),
    importedAt: instant('imported_at').notNull(),
    /** When every Occupied niche of it had its urn. Earlier builds enter the urns of an import without it, so it is still written. */
    urnsEnteredAt: instant('urns_entered_at'),
    undoneAt: instant('undone_at'),
  },
  (table) => [index('register_imports_by_time').on(table.importedAt)],
)

/** Codes are read at the door, so `A-01-02`, `a.1.2` and `A12` are one. May find one too many, for which a second person is asked. */
export const looseCode = (code: SQLWrapper) =>
  sql`translate(regexp_replace(upper(${code}), '(^|[^0-9])0+([0-9])', '\\1\\2', 'g'), '- ./', '')`

/**
 * Where an import said that an urn is, and which people have undone since. The urn may still be there, so only two people open
 * such a place again. Names and codes, because undoing removes the niche itself.
 */
export const undoneUrnPlaces = pgTable(
  'undone_urn_places',
  {
    importID: uuid('import_id')
      .notNull()
      .references(() => registerImports.importID),
    nicheCode: text('niche_code').notNull(),
    buildingName: text('building_name').notNull(),
    levelNumber: integer('level_number').notNull(),
    blockName: text('block_name').notNull(),
    nicheRow: integer('niche_row').notNull(),
    nicheColumn: integer('niche_column').notNull(),
    undoneAt: instant('undone_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importID, table.nicheCode] }),
    index('undone_urn_places_by_code').on(looseCode(table.nicheCode)),
    index('undone_urn_places_by_place').on(table.blockName, table.nicheRow, table.nicheColumn),
  ],
)

/** What an admin has said about the columns and values of a file that they import. Kept for the next file with the same columns. */
export const registerDrafts = pgTable(
  'register_drafts',
  {
    draftID: uuid('draft_id').primaryKey(),
    userID: ownerRef('user_id').notNull(),
    files: jsonb('files').$type<string[]>().notNull(),
    sheets: jsonb('sheets').$type<{ name: string; rows: number; columns: number; isCsv?: boolean }[]>().notNull(),
    choices: jsonb('choices').$type<Choices>().notNull(),
    /** Counts the changes, so that a second tab cannot overwrite what the first has said. */
    version: integer('version').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [index('register_drafts_by_user').on(table.userID, table.changedAt)],
)

/** The rows of the files, in parts. They are deleted once the draft is imported or given up. */
export const registerDraftRows = pgTable(
  'register_draft_rows',
  {
    draftID: uuid('draft_id')
      .notNull()
      .references(() => registerDrafts.draftID, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    sheet: integer('sheet').notNull(),
    /** Compressed JSON: the number and the cells of each row. */
    rowsSealed: bytes('rows_sealed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.draftID, table.number] })],
)
