import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingStatuses, bookingTypes, isApproved } from '#contract/bookings/booking.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import {
  isActive,
  isHoldLapsed,
  isStillPending,
  isUnpaid,
  whereApproved,
  whereHoldLapsed,
  whereStillPending,
  whereUnpaid,
} from './holds.ts'

const now = new Date('2026-02-01T10:00:00.000Z')
const holdEnds = {
  'no hold': null,
  'a lapsed hold': new Date(now.getTime() - 1),
  'a hold that ends now': now,
  'a current hold': new Date(now.getTime() + 1),
}
const cases = bookingStatuses.flatMap((bookingStatus) =>
  bookingTypes.flatMap((bookingType) =>
    Object.entries(holdEnds).map(([hold, holdExpiresAt]) => ({ bookingStatus, bookingType, hold, holdExpiresAt })),
  ),
)
type Case = (typeof cases)[number]

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** The condition for each case in turn, on one made-up row each: the table refuses some of the cases. */
async function evaluate(condition: SQL | undefined): Promise<boolean[]> {
  const rows = cases.map(
    ({ bookingStatus, bookingType, holdExpiresAt }, index) =>
      sql`(${index}::int, ${bookingStatus}, ${bookingType}, ${holdExpiresAt?.toISOString() ?? null}::timestamptz)`,
  )
  const found = await database.db.execute<{ holds: boolean }>(sql`
    select coalesce(${condition}, false) as holds
    from (values ${sql.join(rows, sql`, `)}) as bookings (position, booking_status, booking_type, hold_expires_at)
    order by position`)
  return found.rows.map(({ holds }) => holds)
}

const describe = ({ bookingStatus, bookingType, hold }: Case) => `${bookingStatus} ${bookingType} with ${hold}`
const namesOf = (results: boolean[]) => cases.filter((_, index) => results[index]).map(describe)

test.each([
  ['active', isActive, whereActive],
  ['approved', isApproved, whereApproved],
  ['unpaid', isUnpaid, whereUnpaid],
  ['lapsed', (booking: Case) => isHoldLapsed(booking, now), whereHoldLapsed(now)],
  ['still pending', (booking: Case) => isStillPending(booking, now), whereStillPending(now)],
])('a query finds the same bookings %s as TypeScript does', async (_, matches, condition) => {
  const expected = cases.map((booking) => matches(booking))
  expect(new Set(expected)).toEqual(new Set([true, false]))
  expect(namesOf(await evaluate(condition))).toEqual(namesOf(expected))
})

test.each([
  ['Pending', null, false, true],
  ['Pending', holdEnds['a lapsed hold'], true, false],
  ['Pending', holdEnds['a hold that ends now'], true, false],
  ['Pending', holdEnds['a current hold'], false, true],
  ['Confirmed', null, false, false],
  ['Cancelled', null, false, false],
] as const)(
  'a %s booking with a hold until %s: lapsed %s, still pending %s',
  (bookingStatus, holdExpiresAt, ...expected) => {
    const booking = { bookingStatus, holdExpiresAt }
    expect([isHoldLapsed(booking, now), isStillPending(booking, now)]).toEqual(expected)
  },
)
