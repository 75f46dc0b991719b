import { bookingApi } from '#contract/bookings/api.ts'
import { correctionApi } from '#contract/bookings/correction-api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { longListSlots } from '#server/http/slots.ts'
import { readTermFor } from '#server/rights/public.ts'
import { findApplicationOptions } from './applicant.ts'
import { getApprovalDetail } from './approval-detail.ts'
import { requestCertificate, sendCertificates } from './certificate-request.ts'
import { correctEntry } from './correct-entry.ts'
import {
  applyDecision,
  archiveBooking,
  cancelBooking,
  denyBooking,
  previewDenial,
  readDenialLetter,
  releaseBooking,
  reopenBooking,
  undoDenial,
} from './decisions.ts'
import { compareHolder, linkAccount, sendLinkCode, unlinkAccount } from './link-account.ts'
import { getBeneficiary, listBookingByID, listBookingsOf } from './own-bookings.ts'
import { listNichesWithRoom, listPeopleIn } from './places.ts'
import { listPending, readPendingCounts, searchBookings } from './staff-lists.ts'
import { submitBooking } from './submit-booking.ts'
import { requestUrn } from './urn-request.ts'

export async function bookingRoutes(app: App) {
  const inQueueSlot = longListSlots()
  serve(app, bookingApi.linkAccount, (context, { body }) => linkAccount(context, body))
  serve(app, bookingApi.sendLinkCode, (context, { body }) => sendLinkCode(context, body))
  serve(app, bookingApi.unlinkAccount, (context, { body }) => unlinkAccount(context, body))
  serve(app, correctionApi.correct, (context, { body: { reason, ...sent } }) =>
    correctEntry(context, sent, sent, reason),
  )
  serve(app, bookingApi.compareHolder, (context, { body }) => compareHolder(context, body))
  serve(app, bookingApi.ofUser, (context, { query }) => listBookingsOf(context, query))
  serve(app, bookingApi.byID, (context, { query }) => listBookingByID(context, query.bookingID))
  serve(app, bookingApi.rightTerm, async (context, { query }) => ({
    term: await readTermFor(context, query.bookingID),
  }))
  serve(app, bookingApi.beneficiary, (context, { query }) => getBeneficiary(context, query.beneficiaryID))
  serve(app, bookingApi.submit, (context, input) => submitBooking(context, input), findApplicationOptions)
  serve(app, bookingApi.cancel, (context, { body }) => cancelBooking(context, body.bookingID))
  serve(app, bookingApi.placeUrn, (context, input) => requestUrn(context, input))
  serve(app, bookingApi.sendCertificates, (context, input) => sendCertificates(context, input))

  serve(app, bookingApi.search, (context, { query }) => searchBookings(context, query))
  serve(app, bookingApi.pending, (context, { query }) => inQueueSlot(() => listPending(context, query)))
  serve(app, bookingApi.pendingCounts, (context) => inQueueSlot(() => readPendingCounts(context)))
  serve(app, bookingApi.roomLeft, ({ db }, { query }) => listNichesWithRoom(db, query.blockID))
  serve(app, bookingApi.inNiche, ({ db }, { query }) => listPeopleIn(db, query.nicheID))
  serve(app, bookingApi.approval, (context, { params }) => getApprovalDetail(context, params.bookingID))
  serve(app, bookingApi.approve, (context, { body }) => applyDecision(context, body, 'approve'))
  serve(app, bookingApi.confirm, (context, { body }) => applyDecision(context, body, 'confirm'))
  serve(app, bookingApi.requestCertificate, (context, input) => requestCertificate(context, input))
  serve(app, bookingApi.archive, (context, { body }) => archiveBooking(context, body))
  serve(app, bookingApi.release, (context, { body }) => releaseBooking(context, body))
  serve(app, bookingApi.reopen, (context, { body }) => reopenBooking(context, body))
  serve(app, bookingApi.deny, (context, { body }) => denyBooking(context, body))
  serve(app, bookingApi.denialLetter, (context, { params }) => readDenialLetter(context, params.bookingID))
  serve(app, bookingApi.previewDenial, (context, { body }) => previewDenial(context, body))
  serve(app, bookingApi.undoDenial, (context, { body }) => undoDenial(context, body.bookingID))
}
