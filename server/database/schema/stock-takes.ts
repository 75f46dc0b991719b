import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { findings, stockTakeStates } from '#contract/urns/stock-take.ts'
import { accountRef } from './accounts.ts'
import { instant, oneOf } from './columns.ts'
import { blocks, niches } from './niches.ts'

/** Two people look for the urns of a block, each alone. The database has the older word count for it. */
export const stockTakes = pgTable(
  'urn_counts',
  {
    countID: uuid('count_id').primaryKey(),
    blockID: text('block_id')
      .notNull()
      .references(() => blocks.blockID),
    state: text('state', { enum: stockTakeStates }).notNull(),
    firstByID: accountRef('first_by_id').notNull(),
    firstFinishedAt: instant('first_finished_at'),
    secondByID: accountRef('second_by_id'),
    secondFinishedAt: instant('second_finished_at'),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('urn_counts_one_open').on(table.blockID).where(sql`state = 'open'`),
    index('urn_counts_by_block').on(table.blockID, table.endedAt),
    check('urn_counts_state_known', oneOf(table.state, stockTakeStates)),
    check('urn_counts_people_differ', sql`${table.secondByID} <> ${table.firstByID}`),
    check('urn_counts_ended', sql`(${table.state} = 'open') = (${table.endedAt} is null)`),
    check(
      'urn_counts_both_finished',
      sql`${table.state} <> 'done' or (${table.firstFinishedAt} is not null and ${table.secondFinishedAt} is not null)`,
    ),
  ],
)

/** What a person found in a niche. Rows are only added; the last of a person counts. */
export const stockTakeMarks = pgTable(
  'urn_count_marks',
  {
    markNumber: bigint('mark_number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    requestID: uuid('request_id').notNull(),
    countID: uuid('count_id')
      .notNull()
      .references(() => stockTakes.countID),
    nicheID: uuid('niche_id')
      .notNull()
      .references(() => niches.nicheID),
    personID: accountRef('person_id').notNull(),
    /** The urn that the mark is about, in a niche for several people. */
    expectedTag: text('expected_tag').notNull().default(''),
    finding: text('finding', { enum: findings }).notNull(),
    /** The tag as it was read; it need not be that of an urn that we know. */
    tag: text('tag').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    unique('urn_count_marks_request_once').on(table.requestID),
    index('urn_count_marks_by_person').on(table.countID, table.personID, table.nicheID, table.markNumber),
    check('urn_count_marks_finding_known', oneOf(table.finding, findings)),
  ],
)

/** A niche in which the two people did not both find what the ledger says; a task until it is settled. */
export const stockTakeDifferences = pgTable(
  'urn_differences',
  {
    differenceID: uuid('difference_id').primaryKey(),
    countID: uuid('count_id')
      .notNull()
      .references(() => stockTakes.countID),
    nicheID: uuid('niche_id')
      .notNull()
      .references(() => niches.nicheID),
    /** The tag that the ledger named. */
    expectedTag: text('expected_tag'),
    /** Null if the person marked nothing. */
    firstFinding: text('first_finding', { enum: findings }),
    firstTag: text('first_tag').notNull().default(''),
    secondFinding: text('second_finding', { enum: findings }),
    secondTag: text('second_tag').notNull().default(''),
    at: instant('at').notNull(),
    settledAt: instant('settled_at'),
    settledByID: accountRef('settled_by_id'),
    settledNote: text('settled_note'),
  },
  (table) => [
    unique('urn_differences_one_per_niche').on(table.countID, table.nicheID, table.expectedTag).nullsNotDistinct(),
    index('urn_differences_open').on(table.at).where(sql`settled_at is null`),
    check('urn_differences_first_known', oneOf(table.firstFinding, findings)),
    check('urn_differences_second_known', oneOf(table.secondFinding, findings)),
    check(
      'urn_differences_settled_with_note',
      sql`num_nulls(${table.settledAt}, ${table.settledByID}, ${table.settledNote}) in (0, 3)`,
    ),
  ],
)
