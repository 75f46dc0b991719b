export { chargeForApproval } from './add-charge.ts'
export { lockDue, openPaymentOf, openPaymentOfDue } from './pay-charges.ts'
export {
  findHolder,
  listCharges,
  listStartedOf,
  listStartedPayments,
  lockBookingOf,
} from './queries.ts'
