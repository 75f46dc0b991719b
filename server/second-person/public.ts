export { askerOf, guard, rehearse, settleOrAsk, whoMayConfirm } from './guard.ts'
export type { AskedAct } from './registered-acts.ts'
export { findOpenRequest } from './request-queries.ts'
export { askSecondPerson, confirmRequest, endBegunBy, endRequestsAbout, findRequestsFor } from './requests.ts'
export {
  continueRound,
  explainAlone,
  findFreshFactor,
  findJudgeRefusal,
  findSecondRefusal,
  listPossibleSeconds,
  requireSecond,
  requireStillHere,
  requireUninvolved,
} from './require-second.ts'
