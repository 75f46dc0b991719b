export { endBegunBy } from './end-begun.ts'
export { findOpenRequest, type RequestRow } from './request-queries.ts'
export { askSecondPerson, confirmRequest, endRequestsAbout } from './requests.ts'
export {
  continueRound,
  findFreshFactor,
  findSecondRefusal,
  listPossibleSeconds,
  requireSecond,
  requireStillHere,
  requireUninvolved,
} from './require-second.ts'
