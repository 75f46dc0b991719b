import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type RequestedAct, requestOutcomes } from '#contract/second-person/guarded-acts.ts'
import { accountRef } from './accounts.ts'
import { instant, oneOf } from './columns.ts'

/** What one person has asked for and a second confirms, for acts that have no table of their own. */
export const secondPersonRequests = pgTable(
  'second_person_requests',
  {
    requestID: uuid('request_id').primaryKey(),
    /** The database does not check the act, so that a further one needs no migration. */
    act: text('act').$type<RequestedAct>().notNull(),
    /** What the act is about, such as the tag of an urn. */
    subject: text('subject').notNull(),
    /** The act in words for the second person. */
    what: text('what').notNull(),
    /** What the act needs besides its subject. `participants` took part in what it judges, and do not confirm it. */
    details: jsonb('details').$type<{ participants?: string[]; [name: string]: unknown }>().notNull().default({}),
    reason: text('reason').notNull().default(''),
    askedByID: accountRef('asked_by_id').notNull(),
    askedAt: instant('asked_at').notNull(),
    /** Null if it waits until it is withdrawn or ended. */
    expiresAt: instant('expires_at'),
    outcome: text('outcome', { enum: requestOutcomes }).notNull().default('open'),
    /** The person who confirmed or withdrew it, or did what ended it; null if its time ran out or a command ended it. */
    endedByID: accountRef('ended_by_id'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('second_person_requests_one_open').on(table.act, table.subject).where(sql`outcome = 'open'`),
    index('second_person_requests_by_asker').on(table.askedByID).where(sql`outcome = 'open'`),
    check('second_person_requests_outcome_known', oneOf(table.outcome, requestOutcomes)),
    check('second_person_requests_ended', sql`(${table.outcome} = 'open') = (${table.endedAt} is null)`),
    check(
      'second_person_requests_people_differ',
      sql`${table.outcome} <> 'done' or coalesce(${table.endedByID} <> ${table.askedByID}, false)`,
    ),
  ],
)
