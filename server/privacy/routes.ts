import { toDay } from '#contract/dates.ts'
import { privacyApi } from '#contract/privacy/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import {
  acceptClosing,
  askToClose,
  getClosingRequest,
  listClosingRequests,
  refuseClosing,
  withdrawClosing,
} from './closing.ts'
import { downloadData } from './download-data.ts'

export async function privacyRoutes(app: App) {
  serve(app, privacyApi.download, async (context, _, reply) => {
    const archive = await downloadData(context)
    reply.header('content-disposition', `attachment; filename="columba-my-data-${toDay(context.clock())}.zip"`)
    return archive
  })
  serve(app, privacyApi.close, (context, { body }, reply) => askToClose(context, body.message, reply))
  serve(app, privacyApi.closingRequest, (context) => getClosingRequest(context))
  serve(app, privacyApi.withdrawClosing, (context) => withdrawClosing(context))
  serve(app, privacyApi.closingRequests, (context, { query }) => listClosingRequests(context, query.cursor))
  serve(app, privacyApi.acceptClosing, (context, { body }) => acceptClosing(context, body.userID))
  serve(app, privacyApi.refuseClosing, (context, { body }) => refuseClosing(context, body.userID, body.reason))
}
