export { findTodaysPrice, hasPrices, listTodaysPrices } from './price-list.ts'
