import { rightApi } from '#contract/rights/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { readDeed, verifyDeed } from './deeds.ts'
import { listRights } from './list-rights.ts'

export async function rightRoutes(app: App) {
  serve(app, rightApi.list, (context, { query: { cursor, ...filter } }) => listRights(context, filter, cursor))
  serve(app, rightApi.deed, (context, { params }) => readDeed(context, params.number))
  serve(app, rightApi.verifyDeed, (context, { query }) => verifyDeed(context, query.code))
}
