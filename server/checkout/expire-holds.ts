import { advanceBooking, isHoldLapsed, lockBooking } from '#server/bookings/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { applyIntent } from './apply-intent.ts'
import { listLapsedHolds } from './queries.ts'

const batchSize = 100

/** Ends lapsed holds, each in its own transaction. Skips bookings that another replica has locked. */
export async function expireHolds(context: Context): Promise<void> {
  let isProviderReachable = true
  for (const { bookingID, intentID } of await listLapsedHolds(context.db, context.clock(), batchSize)) {
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
    const locked = await lockBooking(context.db, bookingID, { skipLocked: true })
    if (locked && isHoldLapsed(locked.booking, context.clock())) await advanceBooking(context, locked, 'expire')
  })
