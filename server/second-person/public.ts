export { askerOf, guard, rehearse, settleOrAsk, whoMayConfirm } from './guard.ts'
export { tellOfDoneAlone } from './letters.ts'
export type { AskedAct } from './registered-acts.ts'
export { findOpenRequest } from './request-queries.ts'
export { askSecondPerson, confirmRequest, endBegunBy, endRequestsAbout, findRequestsFor } from './requests.ts'
export {
  continueRound,
  findFreshFactor,
  findJudgeRefusal,
  findSecondRefusal,
  listPossibleSeconds,
  mayActAlone,
  requireSecond,
  requireStillHere,
  requireUninvolved,
} from './require-second.ts'
