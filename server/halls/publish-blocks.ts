import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { PublishBlocksForm } from '#contract/halls/api.ts'
import { record, recordEach } from '#server/audit/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { inNaturalOrder } from '#server/database/natural-order.ts'
import { blockLocations, blocks, niches } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { haveOldUrns } from '#server/niches/public.ts'
import type { Db } from '#server/ports/database.ts'
import { type AskedAct, guard } from '#server/second-person/public.ts'
import { opensAsSent, parseOpeningTime } from './opening-times.ts'
import { requireHouseReady } from './require-house-ready.ts'

/** Publishes blocks of an import, all or none, so that families see them. */
export async function publishBlocks(context: SignedInContext, sent: z.output<typeof PublishBlocksForm>) {
  const wanted = [...new Set(sent.blockIDs)]
  const opensHouse = await requireHouseReady(context, wanted, sent.opensHouse)
  const isNeeded = async ({ db }: SignedInContext) =>
    (await db.$count(blocks, and(inArray(blocks.blockID, wanted), eq(blocks.isDraft, true)))) > 0 &&
    (await haveOldUrns(db, wanted))
  const seen = await countFree(context.db, wanted)
  const what = async ({ db }: SignedInContext) =>
    `${await describeBlocks(db, wanted)} published. Families can book ${seen} of the niches.`
  const details = { ...sent, opensHouse, seen }
  return guard(context, 'publishBlocks', wanted, { what, details, isNeeded }, publishImported)
}

/** So that nobody adds a niche to the blocks between the request and its confirmation. */
const countFree = (db: Db, blockIDs: string[]) =>
  db.$count(niches, and(inArray(niches.blockID, blockIDs), eq(niches.status, 'Available')))

/** At most ten names, because a register may have hundreds of blocks. */
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

/** Once the house was found to be ready, which asks other servers. */
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

export const describeOpening = (opensAt: Date | null | undefined) => opensAt && { opensAt: opensAt.toISOString() }
