import { dashboardApi } from '#contract/dashboard/api.ts'
import { dayOf } from '#contract/dates.ts'
import { type App, serve } from '#server/http/serve.ts'
import { exportBookingsCsv, exportPaymentsCsv } from './actions.ts'
import { overviewOf, statsOf } from './figures.ts'
import { countRefunds, countUnpaid, countUrnRequests, listBuildings, readFigures } from './queries.ts'

export async function dashboardRoutes(app: App) {
  serve(app, dashboardApi.stats, async ({ db }) => statsOf(await readFigures(db)))
  serve(app, dashboardApi.today, async ({ db }) => ({
    pending: (await readFigures(db)).get('pending') ?? 0,
    unpaid: await countUnpaid(db),
    urnRequests: await countUrnRequests(db),
    refunds: await countRefunds(db),
  }))
  serve(app, dashboardApi.house, async ({ db, clock }) =>
    overviewOf(await readFigures(db), await listBuildings(db), dayOf(clock())),
  )
  serve(app, dashboardApi.bookingsCsv, (context, { query }, reply) => {
    reply.header('content-disposition', `attachment; filename="columba-bookings-${query.from}-to-${query.to}.csv"`)
    return exportBookingsCsv(context, query)
  })
  serve(app, dashboardApi.paymentsCsv, (context, { query }, reply) => {
    reply.header('content-disposition', `attachment; filename="columba-payments-${query.from}-to-${query.to}.csv"`)
    return exportPaymentsCsv(context, query)
  })
}
