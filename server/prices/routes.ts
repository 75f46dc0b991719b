import { priceApi } from '#contract/prices/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { listCharged, listItems, savePrice } from './price-list.ts'

export async function priceRoutes(app: App) {
  serve(app, priceApi.list, (context) => listItems(context))
  serve(app, priceApi.save, (context, { body }) => savePrice(context, body))
  serve(app, priceApi.today, (context) => listCharged(context))
  serve(app, priceApi.forVisitors, (context) => listCharged(context))
}
