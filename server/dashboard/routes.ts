import { dashboardApi } from '#contract/dashboard/api.ts'
import { toDay } from '#contract/dates.ts'
import { type App, serve } from '#server/http/serve.ts'
import { readChecklistAndLog } from './checklist.ts'
import { exportBookingsCsv, exportPaymentsCsv } from './csv-exports.ts'
import { exportMoneyCsv, readMoney } from './money.ts'
import {
  countEnding,
  countRefunds,
  countReturnedLetters,
  countUnpaid,
  countUrnRequests,
  countWaitingForFamily,
  findLongestWait,
  listBlocksWithHall,
  listBuildings,
  readStatCounts,
  sumOverdue,
} from './queries.ts'
import { dashboardKeys, toDashboardStats, toOverview } from './stats.ts'

export async function dashboardRoutes(app: App) {
  serve(app, dashboardApi.stats, async ({ db }) => toDashboardStats(await readStatCounts(db, dashboardKeys)))
  serve(app, dashboardApi.today, async ({ db, clock }) => ({
    pending: ((await readStatCounts(db, ['pending'])).get('pending') ?? 0) - (await countWaitingForFamily(db)),
    unpaid: await countUnpaid(db),
    urnRequests: await countUrnRequests(db),
    refunds: await countRefunds(db),
    overdueBills: (await sumOverdue(db, toDay(clock()))).bills,
    returnedLetters: await countReturnedLetters(db),
    ...(await findLongestWait(db)),
  }))
  serve(app, dashboardApi.house, async ({ db, clock }) => {
    const today = toDay(clock())
    const years = Array.from({ length: 5 }, (_, later) => Number(today.slice(0, 4)) + later)
    const overview = toOverview(await readStatCounts(db), await listBuildings(db), await listBlocksWithHall(db), today)
    return { ...overview, ending: await countEnding(db, years) }
  })
  serve(app, dashboardApi.money, (context) => readMoney(context))
  serve(app, dashboardApi.moneyCsv, (context, _, reply) => {
    reply.header('content-disposition', `attachment; filename="columba-money-${toDay(context.clock())}.csv"`)
    return exportMoneyCsv(context)
  })
  serve(app, dashboardApi.checklist, (context) => readChecklistAndLog(context))
  serve(app, dashboardApi.bookingsCsv, (context, { query }, reply) => {
    reply.header('content-disposition', `attachment; filename="columba-bookings-${query.from}-to-${query.to}.csv"`)
    return exportBookingsCsv(context, query)
  })
  serve(app, dashboardApi.paymentsCsv, (context, { query }, reply) => {
    reply.header('content-disposition', `attachment; filename="columba-payments-${query.from}-to-${query.to}.csv"`)
    return exportPaymentsCsv(context, query)
  })
}
