import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { PublishForm } from '#contract/halls/api.ts'
import { blockViewOf } from '#contract/halls/lay-out-block.ts'
import { record } from '#server/audit/public.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { blockDrafts, blocks, niches } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { listUndonePlaces } from '#server/niches/public.ts'
import { type AskedAct, guard } from '#server/second-person/public.ts'
import { planNiches } from './drafts.ts'
import { opensAsSent, parseOpeningTime } from './opening-times.ts'
import { describeOpening } from './publish-blocks.ts'
import { findDraft } from './queries.ts'
import { requireHouseReady } from './require-house-ready.ts'

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

/** Once the house was found to be ready, which asks other servers. */
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
  await context.db.insert(blocks).values({ blockID: draftID, levelID, blockName, view, opensAt })
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
