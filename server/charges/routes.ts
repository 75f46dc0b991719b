import { chargeApi } from '#contract/charges/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { addFree, addListed } from './add-charge.ts'
import { billOrganisation, creditBill, recordTransfer } from './bill-organisation.ts'
import { chargeOwnExtension, readExtension } from './extend-right.ts'
import { listChargesOfBooking, listOwnDue, writeAboutDue } from './read-charges.ts'
import { refundCharges } from './refund-charges.ts'
import { waiveCharge } from './waive-charge.ts'

/** Paying them is with the other payments, in `server/checkout`. */
export async function chargeRoutes(app: App) {
  serve(app, chargeApi.ofBooking, (context, { params }) => listChargesOfBooking(context, params.bookingID))
  serve(app, chargeApi.extension, (context, { params }) => readExtension(context, params.bookingID))
  serve(app, chargeApi.extend, (context, { body }) => chargeOwnExtension(context, body))
  serve(app, chargeApi.due, (context) => listOwnDue(context))
  serve(app, chargeApi.add, (context, { body }) => addListed(context, body))
  serve(app, chargeApi.addFree, (context, { body }) => addFree(context, body))
  serve(app, chargeApi.waive, (context, { body }) => waiveCharge(context, body.chargeID, body.reason))
  serve(app, chargeApi.remind, (context, { body }) => writeAboutDue(context, body.bookingID))
  serve(app, chargeApi.billOrganisation, (context, { body }) => billOrganisation(context, body))
  serve(app, chargeApi.recordTransfer, (context, { body }) => recordTransfer(context, body))
  serve(app, chargeApi.creditBill, (context, { body }) => creditBill(context, body))
  serve(app, chargeApi.refund, (context, { body }) => refundCharges(context, body.paymentID, body.reason))
}
