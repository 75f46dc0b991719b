import { and, eq, exists, gt, notExists } from 'drizzle-orm'
import { dayMs } from '#contract/dates.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { bookingMoves, bookings, certificates, payments } from '#server/database/schema.ts'
import { deleteCertificatesOf } from '#server/documents/public.ts'
import type { Db } from '#server/ports/database.ts'

/** How long the certificates of a booking that was never paid are kept after it has ended. */
export const unpaidCertificatesKeptMs = 30 * dayMs
const batchSize = 100

/** Deletes certificates that nobody needs any more. Resolves to true if there are more. */
export const deleteUnpaidCertificates = (context: Context): Promise<boolean> =>
  inTransaction(context, async (context) => {
    const endedBefore = new Date(context.clock().getTime() - unpaidCertificatesKeptMs)
    const ended = await lockEndedUnpaid(context.db, endedBefore)
    for (const { bookingID, beneficiaryID } of ended) {
      const kinds = await deleteCertificatesOf(context, beneficiaryID)
      await record(context, 'certificate.deleted', bookingID, { kinds })
    }
    return ended.length === batchSize
  })

/** Bookings with certificates that ended unpaid before this time, without those that another replica has locked. */
const lockEndedUnpaid = (db: Db, before: Date) =>
  db
    .select({ bookingID: bookings.bookingID, beneficiaryID: bookings.beneficiaryID })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .where(
      and(
        eq(bookings.bookingStatus, 'Cancelled'),
        eq(payments.paymentStatus, 'Failed'),
        exists(
          db
            .select({ kind: certificates.kind })
            .from(certificates)
            .where(eq(certificates.beneficiaryID, bookings.beneficiaryID)),
        ),
        notExists(
          db
            .select({ at: bookingMoves.at })
            .from(bookingMoves)
            .where(and(eq(bookingMoves.bookingID, bookings.bookingID), gt(bookingMoves.at, before))),
        ),
      ),
    )
    .limit(batchSize)
    .for('update', { of: bookings, skipLocked: true })
