import { sql } from 'drizzle-orm'
import { bigint, check, date, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import {
  type Consent,
  claimKindNames,
  claimStateNames,
  claimWayNames,
  objectionStateNames,
  objectionWayNames,
} from '#contract/rights/claim.ts'
import { accountRef } from './accounts.ts'
import { bytes, instant, oneOf } from './columns.ts'
import { rights } from './rights.ts'

/** Who asks to follow holders of a right, or to take over from them. */
export const rightClaims = pgTable(
  'right_claims',
  {
    claimID: uuid('claim_id').primaryKey(),
    rightID: uuid('right_id')
      .notNull()
      .references(() => rights.rightID),
    kind: text('kind', { enum: claimKindNames }).notNull(),
    state: text('state', { enum: claimStateNames }).notNull(),
    name: text('name').notNull(),
    nricSealed: bytes('nric_sealed'),
    addressSealed: bytes('address_sealed'),
    email: text('email'),
    bornOn: date('born_on', { mode: 'string' }),
    /** Who acts for somebody under 18. */
    guardian: text('guardian').notNull(),
    by: text('asked_by_way', { enum: claimWayNames }).notNull(),
    /** The papers that a clerk has seen. */
    papers: text('papers').notNull(),
    /** The holders who stay and have agreed to a transfer. The version before would remove them if they were `right_claim_holders`. */
    agreed: jsonb('agreed').$type<Consent[]>().notNull().default([]),
    askedAt: instant('asked_at').notNull(),
    /** The last day on which others can object, by the rule of the house on the day on which it was asked. */
    objectUntil: date('object_until', { mode: 'string' }).notNull(),
    endedAt: instant('ended_at'),
    /** Why it was decided so, or withdrawn. */
    reason: text('reason'),
  },
  (table) => [
    index('right_claims_by_right').on(table.rightID, table.askedAt),
    index('right_claims_open').on(table.objectUntil).where(sql`state = 'asked'`),
    check('right_claims_kind_known', oneOf(table.kind, claimKindNames)),
    check('right_claims_state_known', oneOf(table.state, claimStateNames)),
    check('right_claims_way_known', oneOf(table.by, claimWayNames)),
    check('right_claims_ended_with_reason', sql`num_nonnulls(${table.endedAt}, ${table.reason}) in (0, 2)`),
    check('right_claims_ended_once_decided', sql`(${table.state} = 'asked') = (${table.endedAt} is null)`),
  ],
)

/** The holders after whom somebody asks to follow. Their names stay when they are no longer holders. */
export const rightClaimHolders = pgTable(
  'right_claim_holders',
  {
    claimID: uuid('claim_id')
      .notNull()
      .references(() => rightClaims.claimID, { onDelete: 'cascade' }),
    holderID: bigint('holder_id', { mode: 'number' }).notNull(),
    name: text('name').notNull(),
    /** How a living one has agreed; null until then. */
    consent: text('consent'),
  },
  (table) => [primaryKey({ columns: [table.claimID, table.holderID] })],
)

/** While one is open, nothing about the right moves. */
export const rightObjections = pgTable(
  'right_objections',
  {
    objectionID: bigint('objection_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    rightID: uuid('right_id')
      .notNull()
      .references(() => rights.rightID),
    name: text('name').notNull(),
    /** The account that objects itself. */
    objectorID: accountRef('objector_id'),
    /** How anybody else can be reached, by email and post, until it has ended. */
    reachSealed: bytes('reach_sealed'),
    words: text('words').notNull(),
    by: text('told_by_way', { enum: objectionWayNames }).notNull(),
    at: instant('at').notNull(),
    state: text('state', { enum: objectionStateNames }).notNull(),
    endedAt: instant('ended_at'),
    reason: text('reason'),
  },
  (table) => [
    index('right_objections_by_right').on(table.rightID, table.objectionID),
    index('right_objections_open').on(table.rightID, table.at).where(sql`state = 'open'`),
    check('right_objections_way_known', oneOf(table.by, objectionWayNames)),
    check('right_objections_state_known', oneOf(table.state, objectionStateNames)),
    check('right_objections_ended_with_reason', sql`num_nonnulls(${table.endedAt}, ${table.reason}) in (0, 2)`),
    check('right_objections_open_until_ended', sql`(${table.state} = 'open') = (${table.endedAt} is null)`),
  ],
)
