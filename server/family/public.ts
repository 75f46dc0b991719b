export { endSharingOf } from './end-sharing.ts'
