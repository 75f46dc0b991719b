export { chargeForApproval } from './add-charge.ts'
export { lockDue, openPaymentOf, openPaymentOfDue } from './pay-charges.ts'
export {
  findHolder,
  linkCharges,
  listCardPayments,
  listCharges,
  listStartedPayments,
  lockBookingOf,
} from './queries.ts'
