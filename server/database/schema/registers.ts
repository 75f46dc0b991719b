import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'

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
    importedByID: uuid('imported_by_id').references(() => users.userID),
    importedAt: timestamp('imported_at', { withTimezone: true, precision: 3 }).notNull(),
    /** When every Occupied niche of it had its urn; null for one that was imported before urns were. */
    urnsEnteredAt: timestamp('urns_entered_at', { withTimezone: true, precision: 3 }),
    undoneAt: timestamp('undone_at', { withTimezone: true, precision: 3 }),
  },
  (table) => [index('register_imports_by_time').on(table.importedAt)],
)
