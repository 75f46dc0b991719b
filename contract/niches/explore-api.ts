import { z } from 'zod'
import { get } from '../endpoint.ts'
import { nicheApi } from './api.ts'
import { Block, Building, Level, Niche } from './niche.ts'

/** A niche as visitors see it: free or not, without the reason. */
export const PublicNiche = Niche.extend({ status: z.enum(['Available', 'Unavailable']) })
export type PublicNiche = z.infer<typeof PublicNiche>

/** In one call, because each further call delays the first map by a round trip. */
const Hall = Building.extend({ levels: z.array(Level.extend({ blocks: z.array(Block) })) })

/** Map replies may be reused for this long, also by proxies. Shorter than the pause between two reads of an open map. */
const maxAge = 3

/** What `/explore` shows without a sign-in. The calls of `nicheApi` need one. */
export const exploreApi = {
  halls: get('/api/explore/halls', {
    roles: 'anyone',
    summary: 'Every building with its levels and their blocks, for visitors',
    reply: z.array(Hall),
    maxAge,
  }),
  niches: get('/api/explore/niches/:blockID', {
    ...nicheApi.niches,
    roles: 'anyone',
    summary: 'Every niche of a block, for visitors: free or not',
    reply: z.array(PublicNiche),
    maxAge,
  }),
  find: get('/api/explore/find', {
    ...nicheApi.find,
    roles: 'anyone',
    summary: 'Search for free niches, for visitors',
  }),
} as const
