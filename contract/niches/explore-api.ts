import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { nicheApi } from './api.ts'
import { Block, Building, Level, Niche } from './niche.ts'

/** A niche as visitors see it: free or not, without the reason. */
export const PublicNiche = Niche.extend({ status: z.enum(['Available', 'Unavailable']) })
export type PublicNiche = z.infer<typeof PublicNiche>

/** In one call, because each further call delays the first map by a round trip. */
const Hall = Building.extend({ levels: z.array(Level.extend({ blocks: z.array(Block) })) })

/** Map replies may be reused for this long, also by proxies. Shorter than the pause between two reads of an open map. */
const maxAge = 3

const { anyone } = callsBelow('/api/explore')

/** What `/explore` shows without a sign-in. The calls of `nicheApi` need one. */
export const exploreApi = {
  halls: anyone.get('halls', 'Every building with its levels and their blocks, for visitors', {
    reply: z.array(Hall),
    maxAge,
  }),
  niches: anyone.get('niches/:blockID', 'Every niche of a block, for visitors: free or not', {
    params: nicheApi.niches.params,
    reply: z.array(PublicNiche),
    etag: true,
    maxAge,
  }),
  find: anyone.get('find', 'Search for free niches, for visitors', {
    query: nicheApi.find.query,
    reply: nicheApi.find.reply,
  }),
} as const
