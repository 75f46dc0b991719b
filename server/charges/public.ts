export { chargeForApproval } from './add-charge.ts'
export { lockDue, openPaymentOf, openPaymentOfDue } from './pay-charges.ts'
export {
  findHolder,
  listCharges,
  listDue,
  listStartedOf,
  listStartedPayments,
  lockBookingOf,
} from './queries.ts'
