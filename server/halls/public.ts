export { hallUses } from './import-uses.ts'
export { removeImportedPrices } from './price-changes.ts'
