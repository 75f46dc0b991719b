export { priceUses } from './import-uses.ts'
