export { endSharingOf } from './sharing.ts'
