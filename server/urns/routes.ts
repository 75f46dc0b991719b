import { urnApi } from '#contract/urns/api.ts'
import { countApi } from '#contract/urns/count-api.ts'
import { type App, serve } from '#server/http/serve.ts'
import { beginCount, cancelCount, markNiche } from './counts/count-block.ts'
import { listOpenDifferences, settleDifference } from './counts/differences.ts'
import { finishCount } from './counts/finish-count.ts'
import { getUrnCount, listCountableBlocks, listUrnCounts } from './counts/present-counts.ts'
import { getCertificate, listOwnUrns, verifyPlacement } from './family-urns.ts'
import { exportUrnsCsv, listUrns } from './list-urns.ts'
import { reportLoss, withdrawLoss } from './lost-documents.ts'
import { listMismatches, settleMismatch } from './mismatches.ts'
import { changeUrn, receiveUrn, shelveUrn } from './receive-urn.ts'
import { checkMove, confirmMove } from './two-person-moves.ts'
import { getUrn, getUrnOfBooking, listWaitingMoves } from './urn-detail.ts'

export async function urnRoutes(app: App) {
  serve(app, urnApi.mine, (context) => listOwnUrns(context))
  serve(app, urnApi.certificate, (context, { query }) => getCertificate(context, query.bookingID))
  serve(app, urnApi.verify, (context, { query }) => verifyPlacement(context, query.code))
  serve(app, urnApi.list, (context, { query }) => listUrns(context, query))
  serve(app, urnApi.csv, (context, { query }, reply) => {
    reply.header('content-disposition', 'attachment; filename="columba-urns.csv"')
    return exportUrnsCsv(context, query.query)
  })
  serve(app, urnApi.detail, (context, { params }) => getUrn(context, params.tag))
  serve(app, urnApi.ofBooking, (context, { params }) => getUrnOfBooking(context, params.bookingID))
  serve(app, urnApi.receive, (context, { body }) => receiveUrn(context, body))
  serve(app, urnApi.change, (context, { body }) => changeUrn(context, body))
  serve(app, urnApi.shelve, (context, { body }) => shelveUrn(context, 'shelve', body))
  serve(app, urnApi.move, (context, { body }) => shelveUrn(context, 'move', body))
  serve(app, urnApi.check, (context, { body }) => checkMove(context, body))
  serve(app, urnApi.confirm, (context, { body }) => confirmMove(context, body))
  serve(app, urnApi.waiting, (context) => listWaitingMoves(context))
  serve(app, urnApi.reportLoss, (context, { body }) => reportLoss(context, body))
  serve(app, urnApi.withdrawLoss, (context, { body }) => withdrawLoss(context, body))
  serve(app, urnApi.mismatches, (context) => listMismatches(context))
  serve(app, urnApi.settleMismatch, (context, { body }) => settleMismatch(context, body.attemptID, body.note))

  serve(app, countApi.blocks, (context) => listCountableBlocks(context))
  serve(app, countApi.list, (context) => listUrnCounts(context))
  serve(app, countApi.detail, (context, { params }) => getUrnCount(context, params.countID))
  serve(app, countApi.begin, (context, { body }) => beginCount(context, body.blockID))
  serve(app, countApi.mark, (context, { body }) => markNiche(context, body))
  serve(app, countApi.finish, (context, { body }) => finishCount(context, body.countID))
  serve(app, countApi.cancel, (context, { body }) => cancelCount(context, body.countID, body.reason))
  serve(app, countApi.differences, (context) => listOpenDifferences(context))
  serve(app, countApi.settle, (context, { body }) => settleDifference(context, body.differenceID, body.note))
}
