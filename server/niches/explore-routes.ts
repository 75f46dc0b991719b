import type { PublicNiche } from '#contract/niches/explore-api.ts'
import { exploreApi } from '#contract/niches/explore-api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import type { Context } from '#server/context.ts'
import { type App, serve } from '#server/http/serve.ts'
import { shareReads } from '#server/http/shared-reads.ts'
import { type Throttle, throttleAddress } from '#server/http/throttles.ts'
import { findFreeRuns } from './find-free-runs.ts'
import { listBlocks, listBuildings, listLevels, listNiches } from './queries.ts'

/** Per client address. An open map reads 180 times in 15 minutes, and a mobile network gives many phones one address. */
export const visitorLimits = {
  map: { key: 'explore-from', limit: 6000, seconds: 15 * 60 },
  search: { key: 'explore-find-from', limit: 300, seconds: 15 * 60 },
} satisfies Record<string, Throttle>

export async function exploreRoutes(app: App) {
  const { db } = app.services.database
  const readBlock = shareReads(async (blockID) => (await listNiches(db, blockID)).map(toPublicNiche))
  serve(
    app,
    exploreApi.niches,
    limited('map', ({ params }) => readBlock(params.blockID)),
  )
  serve(
    app,
    exploreApi.buildings,
    limited('map', () => listBuildings(db)),
  )
  serve(
    app,
    exploreApi.levels,
    limited('map', ({ params }) => listLevels(db, params.buildingID)),
  )
  serve(
    app,
    exploreApi.blocks,
    limited('map', ({ params }) => listBlocks(db, params.levelID)),
  )
  serve(
    app,
    exploreApi.find,
    limited('search', ({ query }) => findFreeRuns(db, query)),
  )
}

const limited =
  <Input, Result>(limit: keyof typeof visitorLimits, read: (input: Input) => Promise<Result>) =>
  async (context: Context, input: Input) => {
    await throttleAddress(context, visitorLimits[limit])
    return read(input)
  }

const toPublicNiche = (niche: Niche): PublicNiche => ({
  ...niche,
  status: niche.status === 'Available' ? 'Available' : 'Unavailable',
})
