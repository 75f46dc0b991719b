import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { contactAnswerNames, contactKindNames } from '#contract/rights/contact.ts'
import { nameWords } from '../name-search.ts'
import { bytes, instant, oneOf } from './columns.ts'
import { rights } from './rights.ts'

/** People whom the holders of a right have named: to succeed them, to get notices, or to collect the ashes. */
export const rightContacts = pgTable(
  'right_contacts',
  {
    contactID: uuid('contact_id').primaryKey(),
    rightID: uuid('right_id')
      .notNull()
      .references(() => rights.rightID, { onDelete: 'cascade' }),
    kind: text('kind', { enum: contactKindNames }).notNull(),
    /** The order among the successors. */
    place: integer('place'),
    name: text('name').notNull(),
    relationship: text('relationship').notNull().default(''),
    /** Email address, telephone number and postal address; null once they have declined or were removed. */
    reachSealed: bytes('reach_sealed'),
    addedAt: instant('added_at').notNull(),
    /** The hash of the token in the email that asks them; null if they have answered, or were asked by post. */
    tokenHash: text('token_hash'),
    tokenExpiresAt: instant('token_expires_at'),
    acceptedAt: instant('accepted_at'),
    acceptedBy: text('accepted_by', { enum: contactAnswerNames }),
    declinedAt: instant('declined_at'),
    removedAt: instant('removed_at'),
  },
  (table) => [
    index('right_contacts_by_right').on(table.rightID),
    index('right_contacts_by_name').using('gin', nameWords(table.name)),
    uniqueIndex('right_contacts_token_unique').on(table.tokenHash),
    check('right_contacts_kind_known', oneOf(table.kind, contactKindNames)),
    check('right_contacts_answer_known', oneOf(table.acceptedBy, contactAnswerNames)),
    check(
      'right_contacts_successors_in_order',
      sql`(${table.place} is not null) = (${table.kind} = 'successor' and ${table.removedAt} is null)`,
    ),
    check('right_contacts_accepted_somehow', sql`(${table.acceptedAt} is null) = (${table.acceptedBy} is null)`),
    check('right_contacts_token_expires', sql`(${table.tokenHash} is null) = (${table.tokenExpiresAt} is null)`),
    check('right_contacts_one_answer', sql`num_nonnulls(${table.acceptedAt}, ${table.declinedAt}) <= 1`),
  ],
)
