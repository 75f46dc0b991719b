export { listUnbilled } from './queries.ts'
export { findBillOfPayment } from './read-bills.ts'
export { billPayment, creditPayment } from './write-bill.ts'
