import { findApi } from '#contract/find/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { findPeople } from './find-people.ts'
import { getSharing, share, stopWithholding, withhold } from './sharing.ts'

export async function findRoutes(app: App) {
  serve(app, findApi.find, (context, { body }) => findPeople(context, body))
  serve(app, findApi.sharing, (context, { query }) => getSharing(context, query.bookingID))
  serve(app, findApi.share, (context, { body }) => share(context, body))
  serve(app, findApi.withhold, (context, { body }) => withhold(context, body))
  serve(app, findApi.stopWithholding, (context, { body }) => stopWithholding(context, body))
}
