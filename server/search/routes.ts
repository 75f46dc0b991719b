import { searchApi } from '#contract/search/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { searchEverything } from './search.ts'

export async function searchRoutes(app: App) {
  serve(app, searchApi.all, (context, { query }) => searchEverything(context, query.query))
}
