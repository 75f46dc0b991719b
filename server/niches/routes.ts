import { nicheApi } from '#contract/niches/api.ts'
import { createContext } from '#server/context.ts'
import { openEventStream } from '#server/http/event-stream.ts'
import { type App, serve } from '#server/http/serve.ts'
import { shareReads } from '#server/http/shared-reads.ts'
import { createBlockWatch } from './block-watch.ts'
import { findFreeRuns } from './find-free-runs.ts'
import { getBlockWithLocation, getNiche, getNicheHistory } from './niche-reads.ts'
import { listBlocks, listBuildings, listLevels, listNiches } from './queries.ts'

export async function nicheRoutes(app: App) {
  const { db } = app.services.database
  const readBlock = shareReads((blockID) => listNiches(db, blockID))
  serve(app, nicheApi.niches, (_context, { params }) => readBlock(params.blockID))
  serve(app, nicheApi.buildings, ({ db }) => listBuildings(db))
  serve(app, nicheApi.levels, ({ db }, { params }) => listLevels(db, params.buildingID))
  serve(app, nicheApi.blocks, ({ db }, { params }) => listBlocks(db, params.levelID))
  serve(app, nicheApi.byID, (context, { query }) => getNiche(context, query.nicheID))
  serve(app, nicheApi.block, (context, { query }) => getBlockWithLocation(context, query.blockID))
  serve(app, nicheApi.find, ({ db }, { query }) => findFreeRuns(db, query))
  serve(app, nicheApi.history, (context, { query }) => getNicheHistory(context, query.nicheID))

  const { watch } = createBlockWatch(createContext(app.services))
  serve(app, nicheApi.events, async (context, { params }, reply) => {
    const { blockID } = await getBlockWithLocation(context, params.blockID)
    const stream = openEventStream(reply)
    stream.onClose(watch(blockID, stream.send))
    return undefined
  })
}
