import { cashUpApi } from '#contract/cash-up/api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { compareBooks } from './compare-books.ts'
import { exportDayBook, readDayBook } from './day-book.ts'
import { closeDrawer, listCashUps, readDrawer, signCashUp, withdrawCashUp } from './drawer.ts'

export async function cashUpRoutes(app: App) {
  serve(app, cashUpApi.drawer, ({ db }) => readDrawer(db))
  serve(app, cashUpApi.list, ({ db }, { query }) => listCashUps(db, query.cursor))
  serve(app, cashUpApi.close, (context, { body }) => closeDrawer(context, body))
  serve(app, cashUpApi.sign, (context, { body }) => signCashUp(context, body.cashUpNumber))
  serve(app, cashUpApi.withdraw, (context, { body }) => withdrawCashUp(context, body.cashUpNumber, body.reason))
  serve(app, cashUpApi.dayBook, ({ db }, { query }) => readDayBook(db, query))
  serve(app, cashUpApi.books, ({ db }, { query }) => compareBooks(db, query))
  serve(app, cashUpApi.dayBookCsv, (context, { query }, reply) => {
    reply.header('content-disposition', `attachment; filename="columba-day-book-${query.from}-to-${query.to}.csv"`)
    return exportDayBook(context, query)
  })
}
