import { urnApi } from '#contract/urns/api.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { createContext } from '#server/core/context.ts'
import { limitStreams } from '#server/http/event-stream.ts'
import { type App, serve } from '#server/http/serve.ts'
import { createAttemptWatch } from './attempt-watch.ts'
import { getCertificate, listOwnUrns, verifyPlacement } from './family-urns.ts'
import { exportUrnsCsv, listLabels, listUrns } from './list-urns.ts'
import { reportLoss, withdrawLoss } from './lost-documents.ts'
import { listMismatches, settleMismatch } from './mismatches.ts'
import { offerPapers } from './papers.ts'
import { changeUrn, receiveUrn, shelveUrn } from './receive-urn.ts'
import { listOpenDifferences, settleDifference } from './stock-takes/differences.ts'
import { finishStockTake } from './stock-takes/finish-stock-take.ts'
import {
  getStockTake,
  listStockTakeBlocks,
  listStockTakes,
  listUrnsInBlock,
} from './stock-takes/present-stock-takes.ts'
import { beginStockTake, cancelStockTake, markNiche } from './stock-takes/take-stock.ts'
import { checkMove, confirmMove } from './two-person-moves.ts'
import { getAttempt, getUrn, getUrnOfBooking, listWaitingMoves } from './urn-detail.ts'

export async function urnRoutes(app: App) {
  serve(app, urnApi.mine, (context) => listOwnUrns(context))
  serve(app, urnApi.certificate, (context, { query }) => getCertificate(context, query.bookingID))
  serve(app, urnApi.verify, (context, { query }) => verifyPlacement(context, query.code))
  serve(app, urnApi.list, (context, { query }) => listUrns(context, query))
  serve(app, urnApi.inBlock, (context, { query }) => listUrnsInBlock(context, query.blockID))
  serve(app, urnApi.labels, (context, { query }) => listLabels(context, query.tags))
  serve(app, urnApi.csv, (context, { query }, reply) => {
    reply.header('content-disposition', 'attachment; filename="columba-urns.csv"')
    return exportUrnsCsv(context, query.query)
  })
  serve(app, urnApi.detail, (context, { params }) => getUrn(context, params.tag))
  serve(app, urnApi.ofBooking, (context, { params }) => getUrnOfBooking(context, params.bookingID))
  serve(app, urnApi.papers, (context, { params }) => offerPapers(context, params.bookingID))
  serve(app, urnApi.receive, (context, { body }) => receiveUrn(context, body))
  serve(app, urnApi.change, (context, { body }) => changeUrn(context, body))
  serve(app, urnApi.shelve, (context, { body }) => shelveUrn(context, 'shelve', body))
  serve(app, urnApi.move, (context, { body }) => shelveUrn(context, 'move', body))
  serve(app, urnApi.check, (context, { body }) => checkMove(context, body))
  serve(app, urnApi.confirm, (context, { body }) => confirmMove(context, body))
  serve(app, urnApi.waiting, (context) => listWaitingMoves(context))
  serve(app, urnApi.attempt, (context, { params }) => getAttempt(context, params.attemptID))
  serve(app, urnApi.reportLoss, (context, { body }) => reportLoss(context, body))
  serve(app, urnApi.withdrawLoss, (context, { body }) => withdrawLoss(context, body))
  serve(app, urnApi.mismatches, (context, { query }) => listMismatches(context, query.cursor))
  serve(app, urnApi.settleMismatch, (context, { body }) => settleMismatch(context, body.attemptID, body.note))

  serve(app, stockTakeApi.blocks, (context) => listStockTakeBlocks(context))
  serve(app, stockTakeApi.list, (context, { query }) => listStockTakes(context, query.cursor))
  serve(app, stockTakeApi.detail, (context, { params }) => getStockTake(context, params.countID))
  serve(app, stockTakeApi.begin, (context, { body }) => beginStockTake(context, body.blockID))
  serve(app, stockTakeApi.mark, (context, { body }) => markNiche(context, body))
  serve(app, stockTakeApi.finish, (context, { body }) => finishStockTake(context, body.countID))
  serve(app, stockTakeApi.cancel, (context, { body }) => cancelStockTake(context, body.countID, body.reason))
  serve(app, stockTakeApi.differences, (context) => listOpenDifferences(context))
  serve(app, stockTakeApi.settle, (context, { body }) => settleDifference(context, body.differenceID, body.note))

  const openStream = limitStreams('TOO_MANY_STREAMS')
  const { startListening, watch } = createAttemptWatch(createContext(app.services))
  serve(app, urnApi.events, async ({ actor }, _input, reply) => {
    await startListening()
    const stream = openStream(actor, reply)
    stream.onClose(watch((event) => stream.send(event)))
    return undefined
  })
}
