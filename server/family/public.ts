export { endRemembrancesOf } from './remembrance.ts'
export { endSharingOf, endSharingSince } from './sharing.ts'
