import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { nicheApi } from './api.ts'
import { Block, Building, Level, Niche } from './niche.ts'

/** A niche as visitors see it: free or not, without the reason. */
export const PublicNiche = Niche.extend({ status: z.enum(['Available', 'Unavailable']) })
export type PublicNiche = z.infer<typeof PublicNiche>

/** How full a block is, which visitors could also count on its map, and what its free niches cost; left out if none is free. */
export const BlockFigures = z.object({
  niches: z.int(),
  free: z.int(),
  prices: z.object({ from: z.string(), to: z.string() }).optional(),
})
export type BlockFigures = z.infer<typeof BlockFigures>

/** Everything comes in one call, because each further call delays the first map by a round trip. */
export const PicturedHall = Building.extend({
  levels: z.array(Level.extend({ blocks: z.array(Block.extend(BlockFigures.shape)) })),
})
export type PicturedHall = z.infer<typeof PicturedHall>

/** Map replies may be reused for this long, also by proxies. Shorter than the pause between two reads of an open map. */
const maxAge = 3

const { anyone } = callsBelow('/api/explore')

/** What `/explore` shows without a sign-in. The calls of `nicheApi` need one. */
export const exploreApi = {
  halls: anyone.get(
    'halls',
    'Every building with its levels and their blocks, how full they are and what they cost, for visitors',
    {
      reply: z.array(PicturedHall),
      maxAge,
    },
  ),
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
