import { z } from 'zod'
import { toDay, toTime } from '../dates.ts'
import { callsBelow } from '../endpoint.ts'
import { Block, Building, Level, type NicheStatus } from '../niches/niche.ts'
import { rowHeightFields, rowHeightProblems } from '../niches/row-heights.ts'
import {
  blockID,
  buildingID,
  instant,
  levelID,
  millimetres,
  pageAfterID,
  required,
  textWithin,
  uuid,
} from '../schema-parts.ts'
import { checkLayout, LayoutFields, Places } from './block-layout.ts'
import { PriceChangeForm, selectedNiches } from './price-change.ts'
import { Numbering } from './wall-numbering.ts'

const blockName = required('Please enter a name.', 20)

export const HallForm = z.object({
  buildingName: required('Please enter a name.', 80),
  directions: textWithin(1000),
})
export const HallChange = HallForm.extend({ buildingID })

/** The number is checked as text, because an empty field would otherwise be level 0. */
const levelNumber = z.coerce
  .string<string | number>()
  .trim()
  .regex(/^(-\d|\d{1,2})$/, 'Please enter a whole number from -9 to 99.')
  .transform(Number)
export const LevelForm = z.object({ buildingID, levelNumber })
export const LevelChange = z.object({ levelID, levelNumber })

export const BlockRename = z.object({ blockID, blockName })

/** `2026-03-14T09:30`, as a field for date and time has it in Singapore. */
export const toOpeningTime = (instant: Date) => `${toDay(instant)}T${toTime(instant)}`

/** Empty opens the block at once. */
const openingTime = z
  .string()
  .refine((text) => text === '' || /^2\d{3}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text), 'Please enter a date and a time.')

/** What an admin saw of a draft. The codes also change with the number of the level and the name of the hall. */
const SeenDraft = z.object({
  firstCode: z.string().max(200),
  lastCode: z.string().max(200),
  savedAt: z.iso.datetime(),
})
/** The admin agrees that this opens the house. Required in production for the first blocks, ignored later. */
const opensHouse = z.boolean().default(false)

export const PublishForm = z.object({
  draftID: uuid,
  opensAt: openingTime,
  opensHouse,
  seen: SeenDraft.describe('The draft as it was listed; 409 DRAFT_CHANGED if it has changed since.'),
})
export const PublishBlocksForm = z.object({
  blockIDs: z.array(blockID).min(1).max(1000),
  opensAt: openingTime,
  /** Each block keeps the time that its register gave it, and `opensAt` is not used. */
  keepsOpeningTimes: z.boolean().default(false),
  opensHouse,
})
export const OpeningTimeChange = z.object({ blockID, opensAt: openingTime })

/** The opening of every niche of the block; empty if it was not measured. */
export const OpeningSize = z
  .object({ blockID, widthMm: millimetres, heightMm: millimetres })
  .refine(({ widthMm, heightMm }) => (widthMm === '') === (heightMm === ''), {
    path: ['heightMm'],
    message: 'Please enter both, or neither.',
  })

/** The heights of the rows of the block; empty if they were not measured. */
export const RowMeasures = z.object({ blockID, ...rowHeightFields }).superRefine((measures, context) => {
  for (const [field, message] of Object.entries(rowHeightProblems(measures)))
    context.addIssue({ code: 'custom', path: [field], message })
})

export const NumberingChange = Numbering.extend({ blockID })

export const DraftForm = LayoutFields.extend({ draftID: uuid.optional(), levelID, blockName }).superRefine(checkLayout)
export type DraftForm = z.output<typeof DraftForm>

export const BlockDraft = LayoutFields.extend({
  draftID: z.string(),
  levelID: z.string(),
  blockName: z.string(),
  levelNumber: z.int(),
  buildingName: z.string(),
})
export type BlockDraft = z.infer<typeof BlockDraft>

export const retirementReasons = ['maintenance', 'defective', 'own use'] as const
export const RetireForm = z.object({ nicheIDs: selectedNiches, reason: z.enum(retirementReasons) })

export const CapacityForm = Places.extend({ nicheIDs: selectedNiches })

export const StatusCounts = z.object({
  Available: z.int(),
  Pending: z.int(),
  Reserved: z.int(),
  Occupied: z.int(),
  Blocked: z.int(),
} satisfies Record<NicheStatus, z.ZodType>)
export type StatusCounts = z.infer<typeof StatusCounts>

export const HallOverview = Building.extend({
  directions: z.string(),
  /** Families can choose a day for the placement of an urn. */
  offersTimes: z.boolean(),
  levels: z.array(
    Level.extend({
      blocks: z.array(
        Block.extend({
          counts: StatusCounts,
          openingWidthMm: z.int().nullable(),
          openingHeightMm: z.int().nullable(),
        }),
      ),
      drafts: z.array(
        z.object({
          draftID: z.string(),
          blockName: z.string(),
          niches: z.int(),
          firstCode: z.string(),
          lastCode: z.string(),
          savedAt: instant,
        }),
      ),
    }),
  ),
})
export type HallOverview = z.infer<typeof HallOverview>
export type ListedLevel = HallOverview['levels'][number]
export type ListedBlock = ListedLevel['blocks'][number]
export type ListedDraft = ListedLevel['drafts'][number]

export const ListedPriceChange = z.object({
  changeID: z.string(),
  change: z.string(),
  niches: z.int(),
  effectiveAt: instant,
  madeAt: instant,
  madeBy: z.string(),
  state: z.enum(['scheduled', 'applied', 'withdrawn']),
})
export type ListedPriceChange = z.infer<typeof ListedPriceChange>

const { admins } = callsBelow('/api/halls')

export const hallApi = {
  list: admins.get('/api/halls', 'Every hall with its levels, blocks and drafts', { reply: z.array(HallOverview) }),
  add: admins.post('add', 'Add a hall', { body: HallForm, reply: z.object({ buildingID: z.string() }) }),
  change: admins.post('change', 'Rename a hall, and describe how to get there', { body: HallChange }),
  addLevel: admins.post('add-level', 'Add a level to a hall', {
    body: LevelForm,
    reply: z.object({ levelID: z.string() }),
  }),
  changeLevel: admins.post('change-level', 'Change the number of a level; the codes of its niches stay', {
    body: LevelChange,
  }),
  renameBlock: admins.post('rename-block', 'Rename a block; the codes of its niches stay', { body: BlockRename }),
  deleteBlock: admins.post('delete-block', 'Delete a block that was never used', { body: z.object({ blockID }) }),
  deleteLevel: admins.post('delete-level', 'Delete a level, with its blocks, that was never used', {
    body: z.object({ levelID }),
  }),
  deleteHall: admins.post('delete-hall', 'Delete a hall, with its levels, that was never used', {
    body: z.object({ buildingID }),
  }),
  draft: admins.get('draft', 'The draft of a block', { query: z.object({ draftID: uuid }), reply: BlockDraft }),
  saveDraft: admins.post('save-draft', 'Save the layout of a block as a draft, which only admins see', {
    body: DraftForm,
    reply: z.object({ draftID: z.string() }),
  }),
  deleteDraft: admins.post('delete-draft', 'Delete the draft of a block', { body: z.object({ draftID: uuid }) }),
  publish: admins.post(
    'publish',
    'Publish a draft: families see the block, and can book it now or from the opening time',
    { freshFactor: true, body: PublishForm, reply: z.object({ blockID: z.string(), niches: z.int() }) },
  ),
  publishBlocks: admins.post('publish-blocks', 'Publish imported blocks, which only the house sees until then', {
    freshFactor: true,
    body: PublishBlocksForm,
    reply: z.object({ blocks: z.int(), niches: z.int() }),
  }),
  changeOpening: admins.post('change-opening', 'Change the opening time of a block that is not open yet', {
    freshFactor: true,
    body: OpeningTimeChange,
  }),
  measureOpening: admins.post(
    'measure-opening',
    'Record the size of the opening of the niches of a block, which urns are compared with',
    { body: OpeningSize },
  ),
  measureRows: admins.post('measure-rows', 'Record how high the rows of a block are, which families see', {
    body: RowMeasures,
  }),
  changeNumbering: admins.post(
    'change-numbering',
    'Correct from which side the columns of a wall are numbered, and from which end its rows',
    { freshFactor: true, body: NumberingChange },
  ),
  priceChanges: admins.get('price-changes', 'Changes of prices in a block, newest first', {
    query: pageAfterID.extend({ blockID }),
    reply: z.array(ListedPriceChange),
  }),
  changePrices: admins.post('change-prices', 'Change the prices of niches, now or from a day on', {
    freshFactor: true,
    body: PriceChangeForm,
    reply: z.object({ niches: z.int() }),
  }),
  withdrawPrices: admins.post('withdraw-prices', 'Withdraw a change of prices that is not in effect yet', {
    freshFactor: true,
    body: z.object({ changeID: uuid }),
  }),
  changeCapacity: admins.post(
    'change-capacity',
    'Change how many people niches have places for, never below what is in use',
    { freshFactor: true, body: CapacityForm, reply: z.object({ niches: z.int() }) },
  ),
  retire: admins.post('retire', 'Retire free niches: they become Blocked, with a reason', {
    freshFactor: true,
    body: RetireForm,
    reply: z.object({ niches: z.int() }),
  }),
} as const
