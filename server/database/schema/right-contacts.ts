import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { agreementWayNames, urnLeavings } from '#contract/rights/agreement.ts'
import { contactAnswerNames, contactKindNames } from '#contract/rights/contact.ts'
import { foldedWords, isEastAsian, nameWords } from '../name-search.ts'
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
    index('right_contacts_by_folded_name')
      .using('gin', foldedWords(table.name))
      .where(isEastAsian(table.name))
      .concurrently(),
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

/** The holders whom the house has asked whether an urn may leave. A request is about one urn, has a row for each holder, and ends for all of them together. */
export const rightAgreements = pgTable(
  'right_agreements',
  {
    agreementID: uuid('agreement_id').primaryKey(),
    rightID: uuid('right_id')
      .notNull()
      .references(() => rights.rightID, { onDelete: 'cascade' }),
    tag: text('tag').notNull(),
    event: text('event', { enum: urnLeavings }).notNull(),
    holderID: bigint('holder_id', { mode: 'number' }).notNull(),
    /** The name of the holder then, which stays once they are no longer a holder. */
    name: text('name').notNull(),
    askedAt: instant('asked_at').notNull(),
    /** The hash of the token in the email that asks them. It works until the request ends, so that they can take back what they said. */
    tokenHash: text('token_hash'),
    agreedAt: instant('agreed_at'),
    agreedBy: text('agreed_by', { enum: agreementWayNames }),
    declinedAt: instant('declined_at'),
    /** Null also if a server of the previous version has recorded it. */
    declinedBy: text('declined_by', { enum: agreementWayNames }),
    /** The urn has moved, or staff have ended the request. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('right_agreements_by_right').on(table.rightID),
    uniqueIndex('right_agreements_one_request').on(table.tag, table.holderID).where(sql`ended_at is null`),
    uniqueIndex('right_agreements_token_unique').on(table.tokenHash),
    check('right_agreements_event_known', oneOf(table.event, urnLeavings)),
    check('right_agreements_way_known', oneOf(table.agreedBy, agreementWayNames)),
    check('right_agreements_declining_way_known', oneOf(table.declinedBy, agreementWayNames)),
    check('right_agreements_agreed_somehow', sql`(${table.agreedAt} is null) = (${table.agreedBy} is null)`),
    check('right_agreements_one_answer', sql`num_nonnulls(${table.agreedAt}, ${table.declinedAt}) <= 1`),
  ],
)
