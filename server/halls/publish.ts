import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { PublishBlocksForm, PublishForm } from '#contract/halls/api.ts'
import { blockViewOf } from '#contract/halls/lay-out-block.ts'
import { toRowHeights } from '#contract/niches/row-heights.ts'
import { record, recordEach } from '#server/audit/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { inNaturalOrder } from '#server/database/natural-order.ts'
import { blockDrafts, blockLocations, blocks, niches } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { haveOldUrns, listUndonePlaces } from '#server/niches/public.ts'
import { type Db, isThere } from '#server/ports/database.ts'
import { type AskedAct, guard } from '#server/second-person/public.ts'
import { planNiches } from './drafts.ts'
import { opensAsSent, parseOpeningTime, requireHouseReady } from './opening-times.ts'
import { findDraft } from './queries.ts'

/** Publishes blocks of an import, all or none, so that families see them. */
export async function publishBlocks(context: SignedInContext, sent: z.output<typeof PublishBlocksForm>) {
  const wanted = [...new Set(sent.blockIDs)]
  const opensHouse = await requireHouseReady(context, wanted, sent.opensHouse)
  const isNeeded = async ({ db }: SignedInContext) =>
    (await isThere(db, blocks, and(inArray(blocks.blockID, wanted), eq(blocks.isDraft, true)))) &&
    (await haveOldUrns(db, wanted))
  const seen = await countFree(context.db, wanted)
  const what = async ({ db }: SignedInContext) =>
    `${await describeBlocks(db, wanted)} published. Families can book ${seen} of the niches.`
  const details = { ...sent, opensHouse, seen }
  return guard(context, 'publishBlocks', wanted, { what, details, isNeeded }, publishImported)
}

/** Counted twice, so that nobody adds a niche to the blocks between the request and its confirmation. */
const countFree = (db: Db, blockIDs: string[]) =>
  db.$count(niches, and(inArray(niches.blockID, blockIDs), eq(niches.status, 'Available')))

/** The names, at most ten, because a register may have hundreds of blocks. */
async function describeBlocks(db: Db, blockIDs: string[]) {
  const { blockID, buildingName, levelNumber, blockName } = blockLocations
  const found = await db
    .select()
    .from(blockLocations)
    .where(inArray(blockID, blockIDs))
    .orderBy(buildingName, levelNumber, inNaturalOrder(blockName))
  const names = found.map(
    ({ buildingName, levelNumber, blockName }) => `${buildingName}, level ${levelNumber}, ${blockName}`,
  )
  const more = names.length > 10 ? ` and ${names.length - 10} more` : ''
  const amount = names.length === 1 ? 'This block is' : 'These blocks are'
  return `${names.slice(0, 10).join('; ')}${more}. ${amount}`
}

/** Called once the house was found to be ready, which asks other servers. */
export async function publishImported(context: SignedInContext, { details }: Pick<AskedAct, 'details'>) {
  const { opensHouse, seen, ...sent } = PublishBlocksForm.extend({ seen: z.int() }).parse(details)
  const wanted = [...new Set(sent.blockIDs)]
  const reply = async () => ({
    blocks: wanted.length,
    niches: await context.db.$count(niches, inArray(niches.blockID, wanted)),
  })
  const areWanted = inArray(blocks.blockID, wanted)
  const found = await context.db.select().from(blocks).where(areWanted).orderBy(blocks.blockID).for('update')
  const isRepeated = (block: (typeof found)[number]) =>
    !block.isDraft && (sent.keepsOpeningTimes || opensAsSent(context, block.opensAt, sent.opensAt))
  if (found.length < wanted.length) throw new AppError('NOT_FOUND')
  if (found.every(isRepeated)) return reply()
  if (!found.every(({ isDraft }) => isDraft)) throw new AppError('NOT_FOUND')
  if ((await countFree(context.db, wanted)) !== seen) throw new AppError('DRAFT_CHANGED')

  const opensAt = sent.keepsOpeningTimes ? undefined : parseOpeningTime(context, sent.opensAt)
  const published = await context.db
    .update(blocks)
    .set({ isDraft: false, ...(opensAt !== undefined && { opensAt }) })
    .where(areWanted)
    .returning({ blockID: blocks.blockID, blockName: blocks.blockName, opensAt: blocks.opensAt })
  await recordEach(
    context,
    'block.published',
    published.map(({ blockID, blockName, opensAt }) => ({
      subject: blockID,
      details: { blockName, ...describeOpening(opensAt) },
    })),
  )
  if (opensHouse)
    await record(context, 'house.opened', 'house', { blocks: published.length, ...describeOpening(opensAt) })
  return reply()
}

const describeOpening = (opensAt: Date | null | undefined) => opensAt && { opensAt: opensAt.toISOString() }

/** Turns a draft into a block, which keeps its ID. From then on its codes never change. */
export async function publishDraft(context: SignedInContext, sent: z.output<typeof PublishForm>) {
  const opensHouse = await requireHouseReady(context, [sent.draftID], sent.opensHouse)
  const what = async ({ db }: SignedInContext) => {
    const draft = await findDraft(db, sent.draftID)
    return `${draft?.buildingName}, level ${draft?.levelNumber}, ${draft?.blockName}. This new block is published.`
  }
  const isNeeded = (context: SignedInContext) => isWhereUrnsWere(context, sent.draftID)
  const details = { ...sent, opensHouse }
  return guard(context, 'publishDraft', sent.draftID, { what, details, isNeeded }, publishLaidOut)
}

/** Whether an undone import had an urn where a niche of the draft will be. */
async function isWhereUrnsWere(context: SignedInContext, draftID: string) {
  const draft = await findDraft(context.db, draftID)
  if (!draft) return false
  const { blockName: block, levelNumber: level, buildingName: building, ...layout } = draft
  const planned = await planNiches(context, layout, { buildingName: building, levelNumber: level, blockName: block })
  const places = planned.map(({ nicheCode: code, nicheRow: row, nicheColumn: column }) => ({ code, row, column }))
  const located = places.map((place) => ({ ...place, building, level, block }))
  return (await listUndonePlaces(context.db, located)).length > 0
}

/** Called once the house was found to be ready, which asks other servers. */
export async function publishLaidOut(context: SignedInContext, { details }: Pick<AskedAct, 'details'>) {
  const sent = PublishForm.parse(details)
  const draft = await findDraft(context.db, sent.draftID)
  if (!draft) return findPublished(context, sent)
  const opensAt = parseOpeningTime(context, sent.opensAt)
  const { draftID, levelID, blockName, levelNumber, buildingName, savedAt, ...layout } = draft
  const planned = await planNiches(context, layout, { buildingName, levelNumber, blockName })
  const [firstCode, lastCode] = [planned[0]?.nicheCode, planned.at(-1)?.nicheCode]
  const current = { firstCode, lastCode, savedAt: savedAt.toISOString() }
  if (!isDeepStrictEqual(sent.seen, current)) throw new AppError('DRAFT_CHANGED')
  const view = blockViewOf(layout) ?? null
  const rowHeights = toRowHeights(layout)
  await context.db.insert(blocks).values({ blockID: draftID, levelID, blockName, view, rowHeights, opensAt })
  await insertRows(
    context.db,
    niches,
    planned.map((niche) => ({ ...niche, blockID: draftID, nicheID: randomUUID() })),
  )
  await context.db.delete(blockDrafts).where(eq(blockDrafts.draftID, draftID))
  await record(context, 'block.published', draftID, {
    blockName,
    niches: planned.length,
    firstCode,
    lastCode,
    ...describeOpening(opensAt),
  })
  if (sent.opensHouse) await record(context, 'house.opened', 'house', { blocks: 1, ...describeOpening(opensAt) })
  return { blockID: draftID, niches: planned.length }
}

/** A request that is sent again, because its answer was lost, changes nothing. */
async function findPublished(context: Context, { draftID, opensAt }: z.output<typeof PublishForm>) {
  const { db } = context
  const [block] = await db
    .select({ opensAt: blocks.opensAt })
    .from(blocks)
    .where(and(eq(blocks.blockID, draftID), eq(blocks.isDraft, false)))
  if (!block || !opensAsSent(context, block.opensAt, opensAt)) throw new AppError('NOT_FOUND')
  return { blockID: draftID, niches: await db.$count(niches, eq(niches.blockID, draftID)) }
}
