export { lockUncredited } from './correct-bill.ts'
export { isOwnSeries, issuerColumns, listUnbilled } from './queries.ts'
export { findBillOfPayment } from './read-bills.ts'
export { billPayment, creditPayment, type LaterBuyer } from './write-bill.ts'
