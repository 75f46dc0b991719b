import { and, asc, count, desc, eq, inArray, max, ne, sql } from 'drizzle-orm'
import { hasHours } from '#contract/appointments/hours.ts'
import type { BlockDraft, StatusCounts } from '#contract/halls/api.ts'
import { defaultLayout, LayoutFields } from '#contract/halls/block-layout.ts'
import { firstAndLastCode } from '#contract/halls/lay-out-block.ts'
import { type NicheStatus, nicheStatuses } from '#contract/niches/niche.ts'
import { inNaturalOrder } from '#server/database/natural-order.ts'
import { rowsAfter } from '#server/database/rows-after.ts'
import {
  blockDrafts,
  blocks,
  buildings,
  hallSchedules,
  levels,
  newPrices,
  niches,
  priceChanges,
  users,
} from '#server/database/schema.ts'
import { pageOf } from '#server/http/paged.ts'
import { type Db, isThere, only } from '#server/ports/database.ts'

export async function listHallOverviews(db: Db) {
  const allBuildings = await db.select().from(buildings).orderBy(asc(buildings.position), asc(buildings.buildingName))
  const allLevels = await db.select().from(levels).orderBy(asc(levels.levelNumber))
  const allBlocks = await db.select().from(blocks).orderBy(inNaturalOrder(blocks.blockName))
  const allDrafts = await db.select().from(blockDrafts).orderBy(inNaturalOrder(blockDrafts.blockName))
  const counts = await countByStatus(db)
  const schedules = await db.select().from(hallSchedules)
  return allBuildings.map(({ buildingID, buildingName, directions }) => ({
    buildingID,
    buildingName,
    directions,
    offersTimes: schedules.some((each) => each.buildingID === buildingID && hasHours(each.hours)),
    levels: allLevels
      .filter((level) => level.buildingID === buildingID)
      .map(({ levelID, levelNumber }) => ({
        levelID,
        levelNumber,
        blocks: allBlocks
          .filter((block) => block.levelID === levelID)
          .map(({ blockID, blockName, opensAt, isDraft, openingWidthMm, openingHeightMm, rowHeights }) => ({
            blockID,
            blockName,
            openingWidthMm,
            openingHeightMm,
            ...(rowHeights && { rowHeights }),
            ...(opensAt && { opensAt }),
            ...(isDraft && { isDraft }),
            counts: counts.get(blockID) ?? noNiches(),
          })),
        drafts: allDrafts
          .filter((draft) => draft.levelID === levelID)
          .map(({ draftID, blockName, layout, savedAt }) => ({
            draftID,
            blockName,
            savedAt,
            niches: layout.rows * layout.columns * (layout.halves ?? 1),
            ...firstAndLastCode(LayoutFields.parse(layout), { buildingName, levelNumber, blockName }),
          })),
      })),
  }))
}

const noNiches = () => Object.fromEntries(nicheStatuses.map((status) => [status, 0])) as StatusCounts

async function countByStatus(db: Db) {
  const rows = await db
    .select({ blockID: niches.blockID, status: niches.status, count: count() })
    .from(niches)
    .groupBy(niches.blockID, niches.status)
  const counts = new Map<string, Record<NicheStatus, number>>()
  for (const { blockID, status, count } of rows) {
    const ofBlock = counts.get(blockID) ?? noNiches()
    ofBlock[status] = count
    counts.set(blockID, ofBlock)
  }
  return counts
}

export async function nextPosition(db: Db): Promise<number> {
  const [last] = await db.select({ position: max(buildings.position) }).from(buildings)
  return (last?.position ?? 0) + 1
}

export const findLevel = (db: Db, levelID: string) =>
  db
    .select({ levelNumber: levels.levelNumber, buildingName: buildings.buildingName })
    .from(levels)
    .innerJoin(buildings, eq(buildings.buildingID, levels.buildingID))
    .where(eq(levels.levelID, levelID))
    .then(only)

export async function findDraft(db: Db, draftID: string): Promise<(BlockDraft & { savedAt: Date }) | undefined> {
  const [found] = await db
    .select({
      draftID: blockDrafts.draftID,
      levelID: blockDrafts.levelID,
      blockName: blockDrafts.blockName,
      layout: blockDrafts.layout,
      savedAt: blockDrafts.savedAt,
      levelNumber: levels.levelNumber,
      buildingName: buildings.buildingName,
    })
    .from(blockDrafts)
    .innerJoin(levels, eq(levels.levelID, blockDrafts.levelID))
    .innerJoin(buildings, eq(buildings.buildingID, levels.buildingID))
    .where(eq(blockDrafts.draftID, draftID))
    .for('update', { of: blockDrafts })
  if (!found) return undefined
  const { layout, ...draft } = found
  /** Drafts of an earlier build have fewer fields. */
  return { ...defaultLayout, ...layout, ...draft }
}

/** True if the level has a block or another draft of this name. */
export async function isNameInUse(db: Db, levelID: string, blockName: string, except?: string): Promise<boolean> {
  const isBlock = and(eq(blocks.levelID, levelID), eq(blocks.blockName, blockName))
  const isDraft = and(
    eq(blockDrafts.levelID, levelID),
    eq(blockDrafts.blockName, blockName),
    except === undefined ? undefined : ne(blockDrafts.draftID, except),
  )
  return (await isThere(db, blocks, isBlock)) || (await isThere(db, blockDrafts, isDraft))
}

/** The codes that a niche already has, in upper or lower case. */
export async function listCodesInUse(db: Db, codes: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ code: string }>(sql`
    select n.niche_code as code from niches n
    join json_array_elements_text(${JSON.stringify(codes.map((code) => code.toUpperCase()))}::json) c (code)
      on upper(n.niche_code) = c.code
    order by 1`)
  return rows.map(({ code }) => code)
}

export const listPricesOf = (db: Db, blockID: string, nicheIDs: string[]) =>
  db
    .select({ nicheID: niches.nicheID, nicheCode: niches.nicheCode, priceCents: niches.priceCents })
    .from(niches)
    .where(
      and(
        eq(niches.blockID, blockID),
        sql`${niches.nicheID} in (select id::uuid from json_array_elements_text(${JSON.stringify(nicheIDs)}::json) given (id))`,
      ),
    )
    .orderBy(inNaturalOrder(niches.nicheCode))

export const listFurtherPricesOf = (db: Db, nicheIDs: readonly string[]) =>
  db
    .select({ nicheCode: niches.nicheCode, furtherPriceCents: niches.furtherPriceCents })
    .from(niches)
    .where(inArray(niches.nicheID, nicheIDs))
    .orderBy(inNaturalOrder(niches.nicheCode))

const changesPerPage = 50

export async function listPriceChanges(db: Db, { blockID, cursor }: { blockID: string; cursor?: string | undefined }) {
  const isAfter = rowsAfter({ direction: 'desc', by: [priceChanges.madeAt], key: priceChanges.changeID }, cursor)
  const rows = await db
    .select({
      changeID: priceChanges.changeID,
      change: priceChanges.change,
      effectiveAt: priceChanges.effectiveAt,
      madeAt: priceChanges.madeAt,
      madeBy: users.fullName,
      appliedAt: priceChanges.appliedAt,
      cancelledAt: priceChanges.cancelledAt,
      niches: sql<number>`(select count(*)::int from ${newPrices} where ${newPrices.changeID} = ${priceChanges.changeID})`,
    })
    .from(priceChanges)
    .innerJoin(users, eq(users.userID, priceChanges.madeByID))
    .where(and(eq(priceChanges.blockID, blockID), isAfter))
    .orderBy(desc(priceChanges.madeAt), desc(priceChanges.changeID))
    .limit(changesPerPage + 1)
  const changes = rows.map(({ appliedAt, cancelledAt, ...change }) => ({
    ...change,
    state: appliedAt ? ('applied' as const) : cancelledAt ? ('withdrawn' as const) : ('scheduled' as const),
  }))
  return pageOf(changes, changesPerPage, ({ changeID }) => changeID)
}
