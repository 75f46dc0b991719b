export { findTodaysPrice, hasPrices, listPricesAt, listTodaysPrices } from './price-list.ts'
