import { billApi } from '#contract/bills/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { listBills, readBill } from './read-bills.ts'

export async function billRoutes(app: App) {
  serve(app, billApi.byNumber, (context, { query }) => readBill(context, query.number))
  serve(app, billApi.list, (context, { query: { cursor, ...filter } }) => listBills(context, filter, cursor))
}
