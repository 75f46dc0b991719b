import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nicheApi } from './api.ts'
import { Niche } from './niche.ts'

/** A niche as visitors see it: free or not, without the reason. */
export const PublicNiche = Niche.extend({ status: z.enum(['Available', 'Unavailable']) })
export type PublicNiche = z.infer<typeof PublicNiche>

/** Map replies may be reused for this long, also by proxies. Shorter than the pause between two reads of an open map. */
const maxAge = 3

/** What `/explore` shows without a sign-in. The calls of `nicheApi` need one. */
export const exploreApi = {
  buildings: endpoint({
    ...nicheApi.buildings,
    path: '/api/explore/buildings',
    roles: 'anyone',
    summary: 'All buildings, for visitors',
    maxAge,
  }),
  levels: endpoint({
    ...nicheApi.levels,
    path: '/api/explore/levels/:buildingID',
    roles: 'anyone',
    summary: 'The levels of a building, for visitors',
    maxAge,
  }),
  blocks: endpoint({
    ...nicheApi.blocks,
    path: '/api/explore/blocks/:levelID',
    roles: 'anyone',
    summary: 'The blocks of a level, for visitors',
    maxAge,
  }),
  niches: endpoint({
    ...nicheApi.niches,
    path: '/api/explore/niches/:blockID',
    roles: 'anyone',
    summary: 'Every niche of a block, for visitors: free or not',
    reply: z.array(PublicNiche),
    maxAge,
  }),
  find: endpoint({
    ...nicheApi.find,
    path: '/api/explore/find',
    roles: 'anyone',
    summary: 'Search for free niches, for visitors',
  }),
} as const
