import { toDay } from '#contract/dates.ts'
import { rightApi } from '#contract/rights/api.ts'
import { claimApi } from '#contract/rights/claim-api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { askToTalk, recordAnswer, recordFamilyContact, recordStep } from './after-end.ts'
import { askHolders, endAsking, recordAgreement } from './agreements.ts'
import { answerContactRequest, readContactRequest } from './answer-request.ts'
import { recordContactAccepted, removeContact, saveContact } from './change-contacts.ts'
import { removeHolder, saveHolder } from './change-holders.ts'
import { askClaim, recordConsent, withdrawClaim } from './claims.ts'
import { askToClear } from './clear-niche.ts'
import { decideClaim } from './decide-claim.ts'
import { readDeed, verifyDeed } from './deeds.ts'
import { listLettersToPost, recordPosted } from './letters-to-post.ts'
import { listRights, readRight, readWhoDecides } from './list-rights.ts'
import { askToEndObjection, objectInMyBookings, recordObjection } from './objections.ts'
import { listOpenMatters } from './read-claims.ts'
import { recordDeath, retractDeath } from './record-death.ts'
import { dismissReturned, letterCameBack, listPosted, printAgain } from './returned-letters.ts'
import { countWaiting } from './waiting-rights.ts'

export async function rightRoutes(app: App) {
  serve(app, rightApi.lettersToPost, (context) => listLettersToPost(context))
  serve(app, rightApi.recordPosted, (context, { body }) => recordPosted(context, body.letterIDs))
  serve(app, rightApi.postedLetters, (context, { query }) => listPosted(context, query))
  serve(app, rightApi.letterCameBack, (context, { body }) => letterCameBack(context, body.letterID))
  serve(app, rightApi.printAgain, (context, { body }) => printAgain(context, body))
  serve(app, rightApi.dismissReturned, (context, { body }) => dismissReturned(context, body))
  serve(app, rightApi.list, (context, { query: { cursor, ...filter } }) => listRights(context, filter, cursor))
  serve(app, rightApi.waiting, ({ db, clock }) => countWaiting(db, toDay(clock())))
  serve(app, rightApi.detail, (context, { params }) => readRight(context, params.number))
  serve(app, rightApi.saveHolder, (context, { body }) => saveHolder(context, body))
  serve(app, rightApi.removeHolder, (context, { body }) => removeHolder(context, body))
  serve(app, rightApi.recordDeath, (context, { body }) => recordDeath(context, body))
  serve(app, rightApi.retractDeath, (context, { body }) => retractDeath(context, body))
  serve(app, rightApi.recordStep, (context, { body }) => recordStep(context, body))
  serve(app, rightApi.askToTalk, (context, { body }) => askToTalk(context, body.number))
  serve(app, rightApi.recordFamilyContact, (context, { body }) => recordFamilyContact(context, body))
  serve(app, rightApi.recordAnswer, (context, { body }) => recordAnswer(context, body))
  serve(app, rightApi.clearNiche, (context, { body }) => askToClear(context, body))
  serve(app, rightApi.whoDecides, (context, { query }) => readWhoDecides(context, query.number))
  serve(app, rightApi.saveContact, (context, { body }) => saveContact(context, body))
  serve(app, rightApi.recordContactAccepted, (context, { body }) => recordContactAccepted(context, body))
  serve(app, rightApi.removeContact, (context, { body }) => removeContact(context, body))
  serve(app, rightApi.readContactRequest, (context, { body }) => readContactRequest(context, body.token))
  serve(app, rightApi.answerContactRequest, (context, { body }) => answerContactRequest(context, body))
  serve(app, rightApi.askHolders, (context, { body }) => askHolders(context, body))
  serve(app, rightApi.recordAgreement, (context, { body }) => recordAgreement(context, body))
  serve(app, rightApi.endAsking, (context, { body }) => endAsking(context, body))
  serve(app, rightApi.deed, (context, { params }) => readDeed(context, params.number))
  serve(app, rightApi.verifyDeed, (context, { query }) => verifyDeed(context, query.code))

  serve(app, claimApi.openMatters, (context, { query }) => listOpenMatters(context, query))
  serve(app, claimApi.ask, (context, { body }) => askClaim(context, body))
  serve(app, claimApi.recordConsent, (context, { body }) => recordConsent(context, body))
  serve(app, claimApi.withdraw, (context, { body }) => withdrawClaim(context, body))
  serve(app, claimApi.decide, (context, { body }) => decideClaim(context, body))
  serve(app, claimApi.recordObjection, (context, { body }) => recordObjection(context, body))
  serve(app, claimApi.endObjection, (context, { body }) => askToEndObjection(context, body))
  serve(app, claimApi.object, (context, { body }) => objectInMyBookings(context, body))
}
