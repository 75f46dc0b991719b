export { chargeForApproval } from './add-charge.ts'
export { lockDue, openPaymentOf, openPaymentOfDue } from './pay-charges.ts'
export {
  findStarted,
  listChargeMoves,
  listCharges,
  listDue,
  listStartedOf,
  listStartedPayments,
  lockBookingOf,
  readAmountDue,
} from './queries.ts'
export { requireOwnCharges } from './read-charges.ts'
