import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { check, date, index, pgTable, pgView, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { calendars, leapMonths, shortMonths } from '#contract/family/remembrance.ts'
import { accountRef, users } from './accounts.ts'
import { bookings } from './bookings.ts'
import { instant, oneOf } from './columns.ts'

/** A link that shows the person of a booking to whoever has it. A booking has one at most; a new one replaces it. */
export const familyLinks = pgTable(
  'family_links',
  {
    bookingID: text('booking_id')
      .primaryKey()
      .references(() => bookings.bookingID, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    /** The holder. The link works while the booking is theirs. */
    madeBy: accountRef('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('family_links_token_unique').on(table.tokenHash),
    index('family_links_by_maker').on(table.madeBy),
    index('family_links_by_expiry').on(table.expiresAt),
  ],
)

/** The second person of a booking: invited, then accepted by an account, then agreed to by the holder. One at a time. */
export const relatives = pgTable(
  'relatives',
  {
    relativeID: uuid('relative_id').primaryKey(),
    bookingID: text('booking_id')
      .notNull()
      .references(() => bookings.bookingID, { onDelete: 'cascade' }),
    /** The address of the invitation. The account that accepts may have another one. */
    email: text('email').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** The holder. The relative may act while the booking is theirs. */
    invitedBy: accountRef('invited_by').notNull(),
    invitedAt: instant('invited_at').notNull(),
    /** The time until which the invitation can be accepted and agreed to. */
    expiresAt: instant('expires_at').notNull(),
    userID: accountRef('user_id'),
    acceptedAt: instant('accepted_at'),
    agreedAt: instant('agreed_at'),
  },
  (table) => [
    uniqueIndex('relatives_one_per_booking').on(table.bookingID),
    uniqueIndex('relatives_token_unique').on(table.tokenHash),
    index('relatives_by_user').on(table.userID),
    index('relatives_by_inviter').on(table.invitedBy),
    index('relatives_by_expiry').on(table.expiresAt).where(sql`agreed_at is null`),
    check('relatives_accepted_has_account', sql`(${table.acceptedAt} is null) = (${table.userID} is null)`),
    check('relatives_agreed_was_accepted', sql`${table.agreedAt} is null or ${table.acceptedAt} is not null`),
  ],
)

/** A holder has asked to be reminded of the anniversaries of a death. A booking has one at most. */
export const remembrances = pgTable(
  'remembrances',
  {
    bookingID: text('booking_id')
      .primaryKey()
      .references(() => bookings.bookingID, { onDelete: 'cascade' }),
    /** The holder. It ends once the booking is somebody else's. */
    askedBy: accountRef('asked_by').notNull(),
    askedAt: instant('asked_at').notNull(),
    calendar: text('calendar', { enum: calendars }).notNull(),
    leapMonth: text('leap_month', { enum: leapMonths }).notNull(),
    shortMonth: text('short_month', { enum: shortMonths }).notNull(),
    /** The anniversary of the last letter. */
    writtenFor: date('written_for', { mode: 'string' }),
    /** When the job looks at it again: within a week, because a date of death may be corrected. */
    lookOn: date('look_on', { mode: 'string' }).notNull(),
    /** The link in the last letter has this token. */
    tokenHash: text('token_hash'),
  },
  (table) => [
    uniqueIndex('remembrances_token_unique').on(table.tokenHash),
    index('remembrances_by_asker').on(table.askedBy),
    index('remembrances_to_look_at').on(table.lookOn),
    check('remembrances_calendar_known', oneOf(table.calendar, calendars)),
    check('remembrances_leap_month_known', oneOf(table.leapMonth, leapMonths)),
    check('remembrances_short_month_known', oneOf(table.shortMonth, shortMonths)),
  ],
)

/** Who may see a booking and choose its day: its holder, and the relative while this holder has agreed and can sign in. */
export const familyAccess = pgView('family_access').as((db) =>
  db
    .select({ bookingID: bookings.bookingID, userID: bookings.userID })
    .from(bookings)
    .where(isNotNull(bookings.userID))
    .unionAll(
      db
        .select({ bookingID: relatives.bookingID, userID: relatives.userID })
        .from(relatives)
        .innerJoin(bookings, and(eq(bookings.bookingID, relatives.bookingID), eq(bookings.userID, relatives.invitedBy)))
        .innerJoin(users, and(eq(users.userID, relatives.invitedBy), isNull(users.suspendedAt)))
        .where(isNotNull(relatives.agreedAt)),
    ),
)
