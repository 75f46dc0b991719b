import { asc, eq } from 'drizzle-orm'
import { advanceBooking, isHoldLapsed, lockBooking, whereHoldLapsed } from '#server/bookings/actions.ts'
import { type Context, inTransaction } from '#server/context.ts'
import { bookings, payments } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { applyIntent } from './apply-intent.ts'

const batchSize = 100

/** Ends lapsed holds, each in its own transaction. Skips bookings that another replica has locked. */
export async function expireHolds(context: Context): Promise<void> {
  let isProviderReachable = true
  for (const { bookingID, intentID } of await listLapsedHolds(context)) {
    if (intentID && isProviderReachable) isProviderReachable = await checkPaymentFirst(context, intentID)
    await endHold(context, bookingID).catch((error: unknown) =>
      context.log.error({ err: error, bookingID }, 'could not end a lapsed hold'),
    )
  }
}

/** The applicant may have paid and closed the browser. Returns false if the provider cannot be reached, to skip later checks. */
async function checkPaymentFirst(context: Context, intentID: string): Promise<boolean> {
  try {
    await applyIntent(context, intentID)
    return true
  } catch (error) {
    context.log.warn({ err: error, intentID }, 'could not check the card payment before ending a hold')
    return !(error instanceof AppError && error.code === 'CARD_PROVIDER_AWAY')
  }
}

const endHold = (context: Context, bookingID: string) =>
  inTransaction(context, async (context) => {
    const held = await lockBooking(context.db, bookingID, { skipLocked: true })
    if (held && isHoldLapsed(held.booking, context.clock())) await advanceBooking(context, held, 'expire')
  })

const listLapsedHolds = ({ db, clock }: Context) =>
  db
    .select({ bookingID: bookings.bookingID, intentID: payments.intentID })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .where(whereHoldLapsed(clock()))
    .orderBy(asc(bookings.holdExpiresAt))
    .limit(batchSize)
