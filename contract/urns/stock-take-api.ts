import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { BlockView, codeAndPlace } from '../niches/niche.ts'
import { instant, pageAfterID, uuid } from '../schema-parts.ts'
import { SettledOrAsked, WaitingRequest } from '../second-person/waiting-request.ts'
import { CancelStockTakeForm, findings, MarkForm, SettleForm, stockTakeStates } from './stock-take.ts'

const Mark = z.object({ finding: z.enum(findings), tag: z.string() })

/** A block that can be counted, in walking order: hall by hall, level by level. */
export const StockTakeBlock = z.object({
  blockID: z.string(),
  place: z.string(),
  buildingName: z.string(),
  countedAt: instant.nullable(),
  /** The urns that the ledger has in its niches, and those of them that people have placed or seen there. */
  urns: z.int(),
  seen: z.int(),
})
export type StockTakeBlock = z.infer<typeof StockTakeBlock>

const Participant = z.object({ name: z.string(), isMe: z.boolean(), finishedAt: instant.nullable() })

export const StockTake = z.object({
  countID: z.string(),
  blockID: z.string(),
  place: z.string(),
  state: z.enum(stockTakeStates),
  startedAt: instant,
  endedAt: instant.nullable(),
  /** The people who count: one, until the second has begun. */
  people: z.array(Participant),
  /** The number of differences when both had finished. */
  differences: z.int(),
})
export type StockTake = z.infer<typeof StockTake>

/** A niche for several people is listed once for each urn, and once for an urn that should not be there. */
export const StockTakeNiche = z.object({
  nicheID: z.string(),
  ...codeAndPlace,
  /** Empty if the niche has a door of its own. */
  half: z.string(),
  /** The urn that the mark is about, as in `MarkForm`. */
  expectedTag: z.string(),
  /** The tag of the urn that the ledger says is there. */
  tag: z.string().nullable(),
  beneficiaryName: z.string(),
  /** An admin has overridden the niche to Occupied, but the ledger has no urn in it and nobody has booked it. */
  isOccupied: z.boolean(),
  /** False if only an old register says that it is there. */
  isSeen: z.boolean(),
  /** The marks of the caller. Those of the other person are hidden until both have finished. */
  mark: Mark.nullable(),
})
export type StockTakeNiche = z.infer<typeof StockTakeNiche>

export const UrnDifference = z.object({
  differenceID: z.string(),
  countID: z.string(),
  place: z.string(),
  nicheCode: z.string(),
  /** The tag that the ledger named when both had finished. */
  expectedTag: z.string().nullable(),
  found: z.array(z.object({ by: z.string(), mark: Mark.nullable() })),
  at: instant,
  settled: z.object({ at: instant, by: z.string(), note: z.string() }).nullable(),
  /** A request to settle it, which somebody who took no part can confirm. */
  asked: WaitingRequest.nullable(),
})
export type UrnDifference = z.infer<typeof UrnDifference>

export const StockTakeDetail = StockTake.extend({
  /** The numbering of the block, if it is not 1, 2, 3 from the left and the top. */
  view: BlockView.nullable(),
  /** The niches to count; only a person who is counting gets them. */
  niches: z.array(StockTakeNiche),
  found: z.array(UrnDifference),
})
export type StockTakeDetail = z.infer<typeof StockTakeDetail>

/** The list of open differences has no more rows. */
export const mostDifferences = 500

const { staffAndAdmins, allButApplicants } = callsBelow('/api/urn')

export const stockTakeApi = {
  blocks: staffAndAdmins.get(
    'countable-blocks',
    'All blocks, with their last stock-take and how many of their urns people have seen',
    {
      reply: z.array(StockTakeBlock),
    },
  ),
  list: allButApplicants.get('counts', 'Stock-takes, those that are going on first, then the newest', {
    query: pageAfterID,
    reply: z.array(StockTake),
  }),
  detail: allButApplicants.get(
    'count/:countID',
    'One stock-take: the checklist for those who count, and the differences once both have finished',
    { recordedRead: { kind: 'stockTake' }, params: z.object({ countID: uuid }), reply: StockTakeDetail },
  ),
  begin: allButApplicants.post('begin-count', 'Count a block, or join as the second person whoever is counting it', {
    body: z.object({ blockID: z.string('Please choose a block.').min(1, 'Please choose a block.').max(100) }),
    reply: z.object({ countID: z.string() }),
  }),
  mark: allButApplicants.post('mark-niche', 'Record what was found in a niche; the last mark of a person counts', {
    body: MarkForm,
  }),
  finish: allButApplicants.post(
    'finish-count',
    'Finish one’s own count; when both have finished, differences are recorded',
    { body: z.object({ countID: uuid }) },
  ),
  cancel: staffAndAdmins.post('cancel-count', 'End a stock-take that cannot be finished; it finds no differences', {
    body: CancelStockTakeForm,
  }),
  differences: staffAndAdmins.get(
    'differences',
    'Differences of stock-takes that nobody has settled, the oldest first',
    {
      reply: z.array(UrnDifference),
    },
  ),
  settle: staffAndAdmins.post(
    'settle-difference',
    'Settle a difference, with what was found, or ask somebody who took no part to confirm that',
    { body: SettleForm, reply: SettledOrAsked },
  ),
} as const
