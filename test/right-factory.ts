import { eq } from 'drizzle-orm'
import { formatRightNumber } from '#contract/rights/term.ts'
import { settleMovedElsewhere } from '#server/bookings/public.ts'
import { bookings, rights } from '#server/database/schema.ts'
import { makeApproved } from './appointment-factory.ts'
import type { Person } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** The right of a family whose first booking is approved. */
export async function makeRight({ context }: Pick<TestApp, 'context'>, family: Person) {
  const { bookingID } = await makeApproved(context, family)
  return { bookingID, ...(await findRightOf(context, bookingID)) }
}

/** The right that a booking names, once it was compared with it. */
export async function findRightOf(context: TestApp['context'], bookingID: string) {
  while (await settleMovedElsewhere(context));
  const [found] = await context.db
    .select({ right: rights })
    .from(bookings)
    .innerJoin(rights, eq(rights.rightID, bookings.rightID))
    .where(eq(bookings.bookingID, bookingID))
  if (!found) throw new Error('The booking has no right')
  return { rightID: found.right.rightID, number: formatRightNumber(found.right.number) }
}
