import { bigint, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ownerRef, sessions } from './accounts.ts'
import { instant, oneOf } from './columns.ts'

export const passkeys = pgTable(
  'passkeys',
  {
    passkeyID: uuid('passkey_id').primaryKey(),
    userID: ownerRef('user_id').notNull(),
    /** The ID that the device gives it, in base64url. */
    credentialID: text('credential_id').notNull(),
    /** The key in COSE, as base64url. */
    publicKey: text('public_key').notNull(),
    /** The number of times that the device says it was used. Always 0 on devices that copy their passkeys to others. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** The ways in which a browser reaches the device: `internal`, `usb`. */
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    addedAt: instant('added_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_unique').on(table.credentialID),
    index('passkeys_by_user').on(table.userID),
  ],
)

const purposes = ['add', 'use'] as const

/** What a device has to sign, within some minutes and in the session that asked. A newer one replaces it. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    sessionHash: text('session_hash')
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: purposes }).notNull(),
    challenge: text('challenge').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionHash, table.purpose] }),
    check('passkey_challenges_purpose_known', oneOf(table.purpose, purposes)),
  ],
)
