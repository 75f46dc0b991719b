import { rightApi } from '#contract/rights/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { answerContactRequest, readContactRequest } from './ask-contact.ts'
import { recordContactAccepted, removeContact, saveContact } from './change-contacts.ts'
import { removeHolder, saveHolder } from './change-holders.ts'
import { readDeed, verifyDeed } from './deeds.ts'
import { listLettersToPost, recordPosted } from './letters-to-post.ts'
import { listRights, readRight, readWhoDecides } from './list-rights.ts'
import { dismissReturned, letterCameBack, listPosted, printAgain } from './returned-letters.ts'

export async function rightRoutes(app: App) {
  serve(app, rightApi.lettersToPost, (context) => listLettersToPost(context))
  serve(app, rightApi.recordPosted, (context, { body }) => recordPosted(context, body.letterIDs))
  serve(app, rightApi.postedLetters, (context, { query }) => listPosted(context, query.right))
  serve(app, rightApi.letterCameBack, (context, { body }) => letterCameBack(context, body.letterID))
  serve(app, rightApi.printAgain, (context, { body }) => printAgain(context, body.letterID))
  serve(app, rightApi.dismissReturned, (context, { body }) => dismissReturned(context, body))
  serve(app, rightApi.list, (context, { query: { cursor, ...filter } }) => listRights(context, filter, cursor))
  serve(app, rightApi.detail, (context, { params }) => readRight(context, params.number))
  serve(app, rightApi.saveHolder, (context, { body }) => saveHolder(context, body))
  serve(app, rightApi.removeHolder, (context, { body }) => removeHolder(context, body))
  serve(app, rightApi.whoDecides, (context, { query }) => readWhoDecides(context, query.number))
  serve(app, rightApi.saveContact, (context, { body }) => saveContact(context, body))
  serve(app, rightApi.recordContactAccepted, (context, { body }) => recordContactAccepted(context, body))
  serve(app, rightApi.removeContact, (context, { body }) => removeContact(context, body))
  serve(app, rightApi.readContactRequest, (context, { body }) => readContactRequest(context, body.token))
  serve(app, rightApi.answerContactRequest, (context, { body }) => answerContactRequest(context, body))
  serve(app, rightApi.deed, (context, { params }) => readDeed(context, params.number))
  serve(app, rightApi.verifyDeed, (context, { query }) => verifyDeed(context, query.code))
}
