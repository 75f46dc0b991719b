export { endBegunBy } from './end-begun.ts'
export { askerOf, guard } from './guard.ts'
export type { AskedAct } from './registered-acts.ts'
export { findOpenRequest } from './request-queries.ts'
export { askSecondPerson, confirmRequest, endRequestsAbout, findRequestsFor } from './requests.ts'
export {
  continueRound,
  findFreshFactor,
  findSecondRefusal,
  listPossibleSeconds,
  requireSecond,
  requireStillHere,
  requireUninvolved,
} from './require-second.ts'
export { settleOrAsk } from './settle-or-ask.ts'
