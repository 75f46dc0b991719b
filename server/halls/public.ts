export { hallUses } from './import-uses.ts'
