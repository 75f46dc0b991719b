import type { Period } from '#contract/dashboard/api.ts'
import { formatDateTime } from '#contract/dates.ts'
import { toAmount } from '#contract/money.ts'
import { record } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { type CsvColumns, streamCsv } from '#server/http/csv.ts'
import { type BookingExportRow, exportPayments, listBookingsForExport, type PaymentExportRow } from './queries.ts'

const bookingColumns: CsvColumns<BookingExportRow> = {
  Booking: (row) => row.bookingID,
  Submitted: (row) => formatDateTime(row.at),
  Status: (row) => row.bookingStatus,
  Type: (row) => row.bookingType,
  Niche: (row) => row.nicheCode,
  Applicant: (row) => row.applicant,
  Beneficiary: (row) => row.beneficiary,
  'Amount (SGD)': (row) => (row.amountCents === null ? null : toAmount(row.amountCents)),
  Method: (row) => row.paymentMethod,
  Payment: (row) => row.paymentStatus,
  'Made by': (row) => row.madeBy,
}

export async function exportBookingsCsv(context: SignedInContext, period: Period) {
  await record(context, 'export', 'bookings', { ...period })
  return streamCsv(bookingColumns, (last, limit) =>
    listBookingsForExport(context.db, period, last && { at: last.at, id: last.bookingID }, limit),
  )
}

const paymentColumns: CsvColumns<PaymentExportRow> = {
  Payment: (row) => row.paymentID,
  Booking: (row) => row.bookingID,
  Settled: (row) => formatDateTime(row.at),
  'Amount (SGD)': (row) => toAmount(row.amountCents),
  Method: (row) => row.paymentMethod,
  Status: (row) => row.paymentStatus,
  Note: (row) => row.note,
  'Due (SGD)': (row) => toAmount(row.dueCents),
}

export async function exportPaymentsCsv(context: SignedInContext, period: Period) {
  await record(context, 'export', 'payments', { ...period })
  return streamCsv(paymentColumns, (last, limit) =>
    exportPayments(context.db, period, last && { at: last.at, id: last.paymentID }, limit),
  )
}
