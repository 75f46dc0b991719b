import { secondPersonApi } from '#contract/second-person/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { confirmRequest, listRequests, withdrawRequest } from './requests.ts'
import { listDoneAlone } from './require-second.ts'

export async function secondPersonRoutes(app: App) {
  serve(app, secondPersonApi.list, (context) => listRequests(context))
  serve(app, secondPersonApi.alone, (context) => listDoneAlone(context))
  serve(app, secondPersonApi.confirm, (context, { body }) => confirmRequest(context, body.requestID))
  serve(app, secondPersonApi.withdraw, (context, { body }) => withdrawRequest(context, body.requestID))
}
