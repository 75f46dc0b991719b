import { exploreApi, type PublicNiche } from '#contract/niches/explore-api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { networkOf, siteOf } from '#server/http/client-network.ts'
import { AppError } from '#server/http/errors.ts'
import { type App, serve } from '#server/http/serve.ts'
import { shareReads } from '#server/http/shared-reads.ts'
import { createSlots, limitPerPerson } from '#server/http/slots.ts'
import { type Throttle, throttleAddress } from '#server/http/throttles.ts'
import { keptNiches } from './kept-niches.ts'
import { listHalls } from './queries.ts'
import { limitSearches } from './search-niches.ts'

/** The limits of a client address. An open map reads 180 times in 15 minutes, and a mobile network gives many phones one address. */
export const visitorLimits = {
  map: { key: 'explore-from', limit: 6000, seconds: 15 * 60 },
  search: { key: 'explore-find-from', limit: 100, seconds: 15 * 60 },
} satisfies Record<string, Throttle>

/** A customer may have all networks of an IPv6 /48, and would fill the queue alone. So these have that many together. */
const searchesPerSite = 8

export async function exploreRoutes(app: App) {
  const { db } = app.services.database
  const inMapSlot = createSlots(4, { mostWaiting: 50, refusal: () => new AppError('MAPS_BUSY') })
  const search = limitSearches(db, 2)
  const beginOfSite = limitPerPerson(searchesPerSite, () => new AppError('TOO_MANY_SEARCHES', { retryAfter: 2 }))
  const readBlock = shareReads(async (blockID) =>
    publicNiches(await inMapSlot(() => keptNiches(db)(blockID, 'families'))),
  )
  serve(app, exploreApi.niches, async (context, { params }) => {
    await throttleAddress(context, visitorLimits.map)
    return readBlock(params.blockID)
  })
  serve(app, exploreApi.halls, async (context) => {
    await throttleAddress(context, visitorLimits.map)
    return listHalls(db, context.clock())
  })
  serve(app, exploreApi.find, async (context, { query }) => {
    await throttleAddress(context, visitorLimits.search)
    const { client } = context
    const end = beginOfSite(siteOf(client.address))
    return search(networkOf(client.address), client, query).finally(end)
  })
}

/** The list as visitors see it is kept together with the kept list. */
const shownLists = new WeakMap<readonly Niche[], PublicNiche[]>()

function publicNiches(niches: readonly Niche[]): PublicNiche[] {
  const shown = shownLists.get(niches) ?? niches.map(toPublicNiche)
  shownLists.set(niches, shown)
  return shown
}

const toPublicNiche = (niche: Niche): PublicNiche => ({
  ...niche,
  status: niche.status === 'Available' ? 'Available' : 'Unavailable',
})
