import { and, asc, eq, lte } from 'drizzle-orm'
import { advanceBooking, holdBooking, holdIsOver } from '#server/bookings/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { bookings, payments } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { applyIntent } from './settle.ts'

const handful = 100

/** Ends the holds whose time is over, each in a transaction of its own; replicas pass over what another has in hand. */
export async function endHolds(context: Context): Promise<void> {
  let answers = true
  for (const { bookingID, intentID } of await listOver(context)) {
    if (intentID && answers) answers = await askFirst(context, intentID)
    await endHold(context, bookingID).catch((error: unknown) =>
      context.log.error({ err: error, bookingID }, 'a hold could not be ended'),
    )
  }
}

/** Someone who paid and closed the browser has paid. A provider that is away is not waited for once more for each hold. */
async function askFirst(context: Context, intentID: string): Promise<boolean> {
  try {
    await applyIntent(context, intentID)
    return true
  } catch (error) {
    context.log.warn({ err: error, intentID }, 'a hold ends without the card provider having been asked')
    return !(error instanceof AppError && error.code === 'CARD_PROVIDER_AWAY')
  }
}

const endHold = (context: Context, bookingID: string) =>
  inTransaction(context, async (context) => {
    const held = await holdBooking(context.db, bookingID, { skipLocked: true })
    if (held && holdIsOver(held.booking, context.clock())) await advanceBooking(context, held, 'expire')
  })

const listOver = ({ db, clock }: Context) =>
  db
    .select({ bookingID: bookings.bookingID, intentID: payments.intentID })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .where(and(eq(bookings.bookingStatus, 'Pending'), lte(bookings.holdExpiresAt, clock())))
    .orderBy(asc(bookings.holdExpiresAt))
    .limit(handful)
