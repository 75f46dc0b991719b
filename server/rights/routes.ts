import { rightApi } from '#contract/rights/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { listRights } from './list-rights.ts'

export async function rightRoutes(app: App) {
  serve(app, rightApi.list, (context, { query: { cursor, ...filter } }) => listRights(context, filter, cursor))
}
