import { eq, inArray } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit/audit-actions.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import {
  blockDrafts,
  blocks,
  buildings,
  hallPhotos,
  levels,
  newPrices,
  nicheStatusLog,
  niches,
  priceChanges,
} from '#server/database/schema.ts'
import { constraintOf } from '#server/http/constraints.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'

/** Deletes a block that was never used: no niche of it was booked or held an urn, and it was in no stock-take. */
export const deleteBlock = (context: SignedInContext, blockID: string) =>
  deleteUnused(context, 'block.deleted', blockID, (db) => deleteBlocks(db, [blockID]))

/** Deletes a level with its blocks and drafts. */
export const deleteLevel = (context: SignedInContext, levelID: string) =>
  deleteUnused(context, 'level.deleted', levelID, (db) => deleteLevels(db, [levelID]))

/** Deletes a hall with its levels. */
export const deleteHall = (context: SignedInContext, buildingID: string) =>
  deleteUnused(context, 'hall.deleted', buildingID, async (db) => {
    const inHall = await db.select().from(levels).where(eq(levels.buildingID, buildingID))
    await deleteLevels(
      db,
      inHall.map(({ levelID }) => levelID),
    )
    await db.delete(hallPhotos).where(eq(hallPhotos.buildingID, buildingID))
    return db.delete(buildings).where(eq(buildings.buildingID, buildingID)).returning()
  })

/** Foreign keys refuse to delete what was used; then all of it stays. What is already gone is not recorded again. */
const deleteUnused = (
  context: SignedInContext,
  action: AuditAction,
  id: string,
  remove: (db: Db) => Promise<readonly unknown[]>,
) =>
  inTransaction(context, async (context) => {
    const removed = await remove(context.db)
    if (removed.length > 0) await record(context, action, id)
  }).catch((error: unknown) => {
    throw constraintOf(error) ? new AppError('PLACE_IN_USE') : error
  })

async function deleteLevels(db: Db, levelIDs: string[]) {
  const onLevels = await db.select().from(blocks).where(inArray(blocks.levelID, levelIDs))
  await deleteBlocks(
    db,
    onLevels.map(({ blockID }) => blockID),
  )
  await db.delete(blockDrafts).where(inArray(blockDrafts.levelID, levelIDs))
  return db.delete(levels).where(inArray(levels.levelID, levelIDs)).returning()
}

async function deleteBlocks(db: Db, blockIDs: string[]) {
  const changes = db
    .select({ changeID: priceChanges.changeID })
    .from(priceChanges)
    .where(inArray(priceChanges.blockID, blockIDs))
  const inBlocks = db.select({ nicheID: niches.nicheID }).from(niches).where(inArray(niches.blockID, blockIDs))
  await db.delete(newPrices).where(inArray(newPrices.changeID, changes))
  await db.delete(priceChanges).where(inArray(priceChanges.blockID, blockIDs))
  await db.delete(nicheStatusLog).where(inArray(nicheStatusLog.nicheID, inBlocks))
  await db.delete(niches).where(inArray(niches.blockID, blockIDs))
  return db.delete(blocks).where(inArray(blocks.blockID, blockIDs)).returning()
}
