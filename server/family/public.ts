export { endRemembrancesOf } from './remembrance.ts'
export { endSharingOf } from './sharing.ts'
