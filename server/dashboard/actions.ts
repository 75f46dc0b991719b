import { showInstant } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import { record } from '#server/audit/actions.ts'
import type { SignedIn } from '#server/context.ts'
import { streamCsv } from './csv.ts'
import { type BookingLine, exportBookings, exportPayments, type PaymentLine } from './queries.ts'

interface Period {
  from: string
  to: string
}

export async function exportBookingsCsv(context: SignedIn, period: Period) {
  await record(context, 'export', 'bookings', { ...period })
  return streamCsv<BookingLine>(
    [
      'Booking',
      'Submitted',
      'Status',
      'Type',
      'Niche',
      'Applicant',
      'Beneficiary',
      'Amount (SGD)',
      'Method',
      'Payment',
      'Made by',
    ],
    (row) => [
      row.bookingID,
      showInstant(row.at.toISOString()),
      row.bookingStatus,
      row.bookingType,
      row.nicheCode,
      row.applicant,
      row.beneficiary,
      toAmount(row.amountCents),
      row.paymentMethod,
      row.paymentStatus,
      row.madeBy,
    ],
    (last, limit) => exportBookings(context.db, period, last && { at: last.at, id: last.bookingID }, limit),
  )
}

export async function exportPaymentsCsv(context: SignedIn, period: Period) {
  await record(context, 'export', 'payments', { ...period })
  return streamCsv<PaymentLine>(
    ['Payment', 'Booking', 'Settled', 'Amount (SGD)', 'Method', 'Status', 'Note'],
    (row) => [
      row.paymentID,
      row.bookingID,
      showInstant(row.at.toISOString()),
      toAmount(row.amountCents),
      row.paymentMethod,
      row.paymentStatus,
      row.note,
    ],
    (last, limit) => exportPayments(context.db, period, last && { at: last.at, id: last.paymentID }, limit),
  )
}
