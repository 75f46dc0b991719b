import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { invitedRoles, roles, stages } from '#contract/roles.ts'
import type { Language } from '#contract/words/languages.ts'
import { foldedWords, isEastAsian, nameWords } from '../name-search.ts'
import { bytes, instant, oneOf } from './columns.ts'

/** What admins find an account by. */
export const userText = ({ fullName, email, username, contactNumber, contactKey }: UserTexts) =>
  sql`${fullName} || ' ' || ${email} || ' ' || ${username} || ' ' || ${contactNumber} || ' ' || ${contactKey}`
type UserTexts = Record<'fullName' | 'email' | 'username' | 'contactNumber' | 'contactKey', AnyPgColumn>

export const users = pgTable(
  'users',
  {
    userID: uuid('user_id').primaryKey(),
    username: text('username').notNull(),
    /** The address is stored in lower case. */
    email: text('email').notNull(),
    /** A letter has reached its reader: true after a link was opened, false while a new address waits, null if nobody was asked. */
    emailConfirmed: boolean('email_confirmed'),
    fullName: text('full_name').notNull(),
    /** The number as typed; `contactKey` is how it is compared. Several people may share one. */
    contactNumber: text('contact_number').notNull(),
    contactKey: text('contact_key').notNull(),
    nricSealed: bytes('nric_sealed').notNull(),
    nricHash: text('nric_hash').notNull(),
    /** When a clerk first saw the card with this number. Null for a number that only its owner has entered. */
    nricSeenAt: instant('nric_seen_at'),
    gender: text('gender').notNull(),
    nationality: text('nationality').notNull(),
    dob: date('dob', { mode: 'string' }).notNull(),
    street: text('street').notNull(),
    unitNumber: text('unit_number').notNull().default(''),
    postalCode: text('postal_code').notNull().default(''),
    /** An edited address that cannot be split into street, unit and postal code. */
    addressWhole: text('address_whole'),
    /** Null until the person follows the 'set your password' email. */
    passwordHash: text('password_hash'),
    role: text('role', { enum: roles }).notNull().default('user'),
    /** Null until the second factor is set up. */
    totpSealed: bytes('totp_sealed'),
    /** The time step of the last code used, so that a code works only once. */
    totpLastStep: bigint('totp_last_step', { mode: 'number' }).notNull().default(0),
    /** What the person has chosen to read. Null until then. */
    language: text('language').$type<Language>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When both factors were last entered; until then, when the account was opened. */
    lastSignInAt: instant('last_sign_in_at').notNull().defaultNow(),
    /** When the person was told that the unused account will be closed. */
    closingNoticeAt: instant('closing_notice_at'),
    /** A closed account keeps its row, because bookings and the history name it, but nothing that identifies the person. */
    closedAt: instant('closed_at'),
    /** A suspended account cannot sign in until an admin lifts it. */
    suspendedAt: instant('suspended_at'),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(table.email),
    uniqueIndex('users_username_unique').on(sql`lower(${table.username})`),
    uniqueIndex('users_nric_unique').on(table.nricHash),
    index('users_by_contact').on(table.contactKey),
    index('users_by_name').on(table.fullName, table.userID),
    index('users_by_role_and_name').on(table.role, table.fullName, table.userID),
    index('users_by_name_words').using('gin', nameWords(table.fullName)),
    index('users_by_words')
      .using('gin', nameWords(userText(table)))
      .concurrently(),
    index('users_by_folded_name')
      .using('gin', foldedWords(table.fullName))
      .where(isEastAsian(table.fullName))
      .concurrently(),
    index('users_by_folded_words')
      .using('gin', foldedWords(userText(table)))
      .where(isEastAsian(userText(table)))
      .concurrently(),
    index('users_by_last_sign_in').on(table.lastSignInAt).where(sql`closed_at is null`),
    index('users_email_prefix').using('btree', table.email.op('text_pattern_ops')),
    check('users_role_known', oneOf(table.role, roles)),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
  ],
)

/** The account of somebody who did or saw something. */
export const accountRef = (column: string) => uuid(column).references(() => users.userID)

/** The account that a row belongs to, and is deleted with. */
export const ownerRef = (column: string) => uuid(column).references(() => users.userID, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userID: ownerRef('user_id').notNull(),
    stage: text('stage', { enum: stages }).notNull(),
    /** The secret shown while the second factor is set up, until a first code confirms it. */
    pendingTotpSealed: bytes('pending_totp_sealed'),
    wrongCodes: integer('wrong_codes').notNull().default(0),
    /** When the second factor was entered again; before, when the session began. */
    factorAgainAt: instant('factor_again_at'),
    /** When it last confirmed a placement, in a round that was begun with its last second factor. */
    placingAt: instant('placing_at'),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** The name by which the user's list of sessions refers to this one; the token hash is not given out. */
    sessionID: uuid('session_id').notNull().defaultRandom(),
    /** Browser and system in words: `Firefox on Windows`. */
    device: text('device').notNull().default('Unknown browser'),
    /** The address of the last call that updated `lastSeenAt`. */
    address: text('address').notNull().default(''),
    /** The known device that signed in; null before the second factor. */
    deviceHash: text('device_hash'),
  },
  (table) => [
    index('sessions_by_user').on(table.userID),
    index('sessions_by_last_seen').on(table.lastSeenAt),
    check('sessions_stage_known', oneOf(table.stage, stages)),
  ],
)

/** Browsers in which an account was signed in with both factors, until they are not used for a year. */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** The hash of the device cookie. A browser has one, whichever accounts are used in it. */
    deviceHash: text('device_hash').notNull(),
    userID: ownerRef('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceHash, table.userID] }),
    index('known_devices_by_user').on(table.userID),
    index('known_devices_by_last_use').on(table.lastUsedAt),
  ],
)

/** One row per counted key (for example attempts from one address) and time window. */
export const throttles = pgTable(
  'throttles',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: instant('resets_at').notNull(),
  },
  (table) => [index('throttles_by_reset').on(table.resetsAt)],
)

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userID: ownerRef('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Codes from before this column have the time of the upgrade. */
    createdAt: instant('created_at').notNull().defaultNow(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userID, table.codeHash] })],
)

const resetPurposes = ['reset', 'set'] as const

export const resetTokens = pgTable(
  'reset_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    userID: ownerRef('user_id').notNull(),
    purpose: text('purpose', { enum: resetPurposes }).notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    index('reset_tokens_by_user').on(table.userID),
    check('reset_tokens_purpose_known', oneOf(table.purpose, resetPurposes)),
  ],
)

const emailLinkPurposes = ['confirm', 'undo'] as const

/** The links in the letters about a changed email address. */
export const emailLinks = pgTable(
  'email_links',
  {
    /** A number in the order in which the links were issued. */
    linkID: bigint('link_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    tokenHash: text('token_hash').notNull(),
    userID: ownerRef('user_id').notNull(),
    purpose: text('purpose', { enum: emailLinkPurposes }).notNull(),
    /** The address to confirm, or the old one that the link restores. */
    email: text('email').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('email_links_token_unique').on(table.tokenHash),
    index('email_links_by_user').on(table.userID),
    index('email_links_by_undo_address').on(table.email).where(sql`purpose = 'undo'`),
    index('email_links_by_expiry').on(table.expiresAt),
    check('email_links_purpose_known', oneOf(table.purpose, emailLinkPurposes)),
  ],
)

/** Invitations that are neither accepted nor withdrawn. The account is made when the person accepts. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    invitationID: uuid('invitation_id').primaryKey(),
    /** The address is stored in lower case. */
    email: text('email').notNull(),
    role: text('role', { enum: invitedRoles }).notNull(),
    tokenHash: text('token_hash').notNull(),
    invitedBy: accountRef('invited_by').notNull(),
    invitedAt: instant('invited_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('staff_invitations_email_unique').on(table.email),
    uniqueIndex('staff_invitations_token_unique').on(table.tokenHash),
    index('staff_invitations_by_inviter').on(table.invitedBy),
    check('staff_invitations_role_known', oneOf(table.role, invitedRoles)),
  ],
)
