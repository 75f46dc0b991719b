import { and, eq } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import { bookings, payments } from '#server/database/schema.ts'
import { deleteCertificatesOf } from '#server/documents/public.ts'
import { toDetails } from './beneficiary.ts'
import { updateApplication, updateBeneficiaryRow } from './changes.ts'

/** Removes what a person's never-paid bookings say about their beneficiaries, for when the account is closed. */
export async function forgetBeneficiaries(context: Context, userID: string) {
  for (const { bookingID, beneficiaryID } of await listNeverPaid(context, userID)) {
    await deleteCertificatesOf(context, beneficiaryID)
    await updateBeneficiaryRow(context.db, beneficiaryID, {
      ...toDetails(context.vault, () => ''),
      beneficiaryName: 'Removed',
      dateOfBirth: '1900-01-01',
    })
    await updateApplication(context.db, bookingID, { remarks: '', besideRelationship: null })
  }
}

const listNeverPaid = ({ db }: Context, userID: string) =>
  db
    .select({ bookingID: bookings.bookingID, beneficiaryID: bookings.beneficiaryID })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingID, bookings.bookingID))
    .where(
      and(eq(bookings.userID, userID), eq(bookings.bookingStatus, 'Cancelled'), eq(payments.paymentStatus, 'Failed')),
    )
