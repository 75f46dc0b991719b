import { nicheApi } from '#contract/niches/api.ts'
import type { Role } from '#contract/roles.ts'
import { createContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { limitStreams } from '#server/http/event-stream.ts'
import { type App, serve } from '#server/http/serve.ts'
import { createBlockWatch } from './block-watch.ts'
import { keptNiches } from './kept-niches.ts'
import { getBlockWithLocation, getNiche, getNicheHistory } from './niche-reads.ts'
import { type Audience, listBlocks, listBuildings, listLevels } from './queries.ts'
import { limitSearches } from './search-niches.ts'

export async function nicheRoutes(app: App) {
  serve(app, nicheApi.niches, ({ db, actor }, { params }) => keptNiches(db)(params.blockID, audienceOf(actor)))
  serve(app, nicheApi.buildings, ({ db, actor }) => listBuildings(db, audienceOf(actor)))
  serve(app, nicheApi.levels, ({ db, actor }, { params }) => listLevels(db, params.buildingID, audienceOf(actor)))
  serve(app, nicheApi.blocks, ({ db, actor }, { params }) => listBlocks(db, params.levelID, audienceOf(actor)))
  serve(app, nicheApi.byID, (context, { query }) => getNiche(context, query.nicheID))
  serve(app, nicheApi.block, (context, { query }) => getBlockWithLocation(context, query.blockID))
  /** A queue of its own, so that visitors cannot keep families who book from searching. */
  const search = limitSearches(app.services.database.db, 4)
  serve(app, nicheApi.find, ({ actor, client }, { query }) => search(actor.userID, client, query))
  serve(app, nicheApi.history, (context, { query }) => getNicheHistory(context, query.nicheID))

  /** If the browser cannot open a stream, it polls. */
  const openStream = limitStreams('TOO_MANY_MAPS')
  const { watch } = createBlockWatch(createContext(app.services))
  serve(app, nicheApi.events, async (context, { params }, reply) => {
    const { blockID, isDraft } = await getBlockWithLocation(context, params.blockID)
    if (isDraft && audienceOf(context.actor) === 'families') throw new AppError('NOT_FOUND')
    const stream = openStream(context.actor, reply)
    stream.onClose(watch(blockID, stream.send))
    return undefined
  })
}

const audienceOf = ({ role }: { role: Role }): Audience => (role === 'user' ? 'families' : 'house')
