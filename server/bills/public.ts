export { lockUncredited } from './correct-bill.ts'
export { isOwnSeries, isSinceBills, issuerColumns, listUnbilled, newestBillOf } from './queries.ts'
export { findBillOfPayment } from './read-bills.ts'
export { type Buyer, billPayment, creditPayment } from './write-bill.ts'
