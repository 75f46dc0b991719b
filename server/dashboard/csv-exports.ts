import { formatDateTime } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import { record } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { streamCsv } from '#server/http/csv.ts'
import { type BookingExportRow, exportPayments, listBookingsForExport, type PaymentExportRow } from './queries.ts'

interface Period {
  from: string
  to: string
}

export async function exportBookingsCsv(context: SignedInContext, period: Period) {
  await record(context, 'export', 'bookings', { ...period })
  return streamCsv<BookingExportRow>(
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
      formatDateTime(row.at),
      row.bookingStatus,
      row.bookingType,
      row.nicheCode,
      row.applicant,
      row.beneficiary,
      row.amountCents === null ? null : toAmount(row.amountCents),
      row.paymentMethod,
      row.paymentStatus,
      row.madeBy,
    ],
    (last, limit) => listBookingsForExport(context.db, period, last && { at: last.at, id: last.bookingID }, limit),
  )
}

export async function exportPaymentsCsv(context: SignedInContext, period: Period) {
  await record(context, 'export', 'payments', { ...period })
  return streamCsv<PaymentExportRow>(
    ['Payment', 'Booking', 'Settled', 'Amount (SGD)', 'Method', 'Status', 'Note', 'Due (SGD)'],
    (row) => [
      row.paymentID,
      row.bookingID,
      formatDateTime(row.at),
      toAmount(row.amountCents),
      row.paymentMethod,
      row.paymentStatus,
      row.note,
      toAmount(row.dueCents),
    ],
    (last, limit) => exportPayments(context.db, period, last && { at: last.at, id: last.paymentID }, limit),
  )
}
