import { billApi } from '#contract/bills/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { readBillSettings, saveBillSettings } from './bill-settings.ts'
import { correctBill } from './correct-bill.ts'
import { exportBills } from './export-bills.ts'
import { listBills, readBill } from './read-bills.ts'

export async function billRoutes(app: App) {
  serve(app, billApi.byNumber, (context, { query }) => readBill(context, query.number))
  serve(app, billApi.list, (context, { query: { cursor, ...filter } }) => listBills(context, filter, cursor))
  serve(app, billApi.correct, (context, { body }) => correctBill(context, body))
  serve(app, billApi.csv, (context, { query }, reply) => {
    reply.header('content-disposition', `attachment; filename="columba-bills-${query.from}-to-${query.to}.csv"`)
    return exportBills(context, query)
  })
  serve(app, billApi.settings, ({ db }) => readBillSettings(db))
  serve(app, billApi.saveSettings, (context, { body }) => saveBillSettings(context, body))
}
