import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { toCents } from '../money.ts'
import { blockID, instant, reason, Success, uuid } from '../schema-parts.ts'
import { Block, Building, Level, levelAndBuilding, Niche, nicheStatuses } from './niche.ts'

const amountText = z.string().refine((text) => toCents(text) !== undefined, 'Please enter an amount.')

/** A block with its level and building, for pages that only know the block ID. */
export const BlockWithLocation = Block.extend(levelAndBuilding)
export type BlockWithLocation = z.infer<typeof BlockWithLocation>

export const NicheOverride = z.object({
  nicheID: uuid,
  newStatus: z.enum(nicheStatuses),
  reason,
})
export type NicheOverride = z.infer<typeof NicheOverride>

const NicheLogEntry = z.object({
  at: instant,
  from: z.enum(nicheStatuses).nullable(),
  to: z.enum(nicheStatuses),
  reason: z.string(),
  actorName: z.string(),
  bookingID: z.string().nullable(),
})

/** Events of a block's stream: the whole block on each connection, then every niche and opening time that changes. */
export const BlockEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('block'), niches: z.array(Niche), opensAt: instant.optional() }),
  z.object({ kind: z.literal('niche'), niche: Niche }),
  /** Without a time, the block is open. */
  z.object({ kind: z.literal('opening'), opensAt: instant.optional() }),
])
export type BlockEvent = z.infer<typeof BlockEvent>

/**
 * The search 'Find one for me': free niches by price and row. `adjacent` asks for that many side by side in one row;
 * the prices are then those of all of them together.
 */
export const NicheSearch = z.object({
  buildingID: z.string().max(60).optional(),
  levelID: z.string().max(60).optional(),
  blockID: z.string().max(60).optional(),
  minPrice: amountText.optional(),
  maxPrice: amountText.optional(),
  minRow: z.coerce.number().int().min(1).max(200).optional(),
  maxRow: z.coerce.number().int().min(1).max(200).optional(),
  adjacent: z.coerce.number().int().min(1).max(12).default(1),
})
/** A run of free niches side by side, left to right. */
export const NicheRun = z.object({
  blockID: z.string(),
  blockName: z.string(),
  ...levelAndBuilding,
  total: z.string(),
  niches: z.array(Niche),
})
export type NicheRun = z.infer<typeof NicheRun>

const { admins, allButWitnesses } = callsBelow('/api/niche')

export const nicheApi = {
  buildings: allButWitnesses.get('buildings', 'All buildings', { reply: z.array(Building), etag: true }),
  levels: allButWitnesses.get('levels/:buildingID', 'The levels of a building', {
    params: z.object({ buildingID: z.string().max(60) }),
    reply: z.array(Level),
    etag: true,
  }),
  blocks: allButWitnesses.get('blocks/:levelID', 'The blocks of a level', {
    params: z.object({ levelID: z.string().max(60) }),
    reply: z.array(Block),
    etag: true,
  }),
  niches: allButWitnesses.get('niches/:blockID', 'Every niche of a block', {
    params: z.object({ blockID }),
    reply: z.array(Niche),
    etag: true,
  }),
  byID: allButWitnesses.get('getNicheByID', 'One niche', { query: z.object({ nicheID: uuid }), reply: Niche }),
  block: allButWitnesses.get('/api/block/getBlockByID', 'One block with its level and building', {
    query: z.object({ blockID }),
    reply: BlockWithLocation,
  }),
  events: allButWitnesses.get('events/:blockID', 'Live changes of the niches in a block', {
    params: z.object({ blockID }),
    reply: BlockEvent,
    sends: 'text/event-stream',
  }),
  find: allButWitnesses.get(
    'find',
    'The cheapest free niches that match; X-Total-Count says how many match altogether',
    { query: NicheSearch, reply: z.array(NicheRun) },
  ),
  history: admins.get('history', 'Status history of a niche', {
    query: z.object({ nicheID: uuid }),
    reply: z.array(NicheLogEntry),
  }),
  override: admins.post('update-status', 'Override the status of a niche', {
    freshFactor: true,
    body: NicheOverride,
    reply: Success.extend({ niche: Niche, warning: z.string().optional() }),
  }),
} as const
