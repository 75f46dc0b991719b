import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Numbering, numberingOf, viewOf } from '#contract/halls/wall-numbering.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import type { Context } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { blocks, buildings, levels, nicheStatusLog, niches } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

export type NewNiche = typeof niches.$inferInsert & { reason: string }

/** Adds niches of a register with their status. Why a niche is blocked goes into its history. */
export async function importNiches({ db, clock, actor }: Context, rows: NewNiche[]) {
  await insertRows(
    db,
    niches,
    rows.map(({ reason, ...row }) => row),
  )
  const blocked = rows.filter(({ reason }) => reason !== '')
  const log = blocked.map(({ nicheID, reason }) => ({
    nicheID,
    reason,
    at: clock(),
    actorID: actor?.userID ?? null,
    ...({ from: 'Available', to: 'Blocked' } as const),
  }))
  await insertRows(db, nicheStatusLog, log)
}

/** Blocks niches of a register that somebody has as well. */
export async function blockImported(
  { db, clock, actor }: Context,
  blocked: readonly { nicheID: string; status: NicheStatus; reason: string }[],
) {
  if (blocked.length === 0) return
  await db
    .update(niches)
    .set({ status: 'Blocked' })
    .where(
      inArray(
        niches.nicheID,
        blocked.map(({ nicheID }) => nicheID),
      ),
    )
  const log = blocked.map(({ nicheID, status, reason }) => ({
    nicheID,
    reason,
    from: status,
    to: 'Blocked' as const,
    at: clock(),
    actorID: actor?.userID ?? null,
  }))
  await insertRows(db, nicheStatusLog, log)
}

export const insertLocations = {
  building: (db: Db, row: typeof buildings.$inferInsert) => db.insert(buildings).values(row),
  level: (db: Db, row: typeof levels.$inferInsert) => db.insert(levels).values(row),
  block: (db: Db, row: typeof blocks.$inferInsert) => db.insert(blocks).values(row),
}

/** Sets how a wall with these niches is numbered. False if the block has none. */
export async function numberWall(db: Db, blockID: string, numbering: Numbering): Promise<boolean> {
  const places = await db
    .select({ column: niches.nicheColumn, row: niches.nicheRow })
    .from(niches)
    .where(eq(niches.blockID, blockID))
  const [columns, rows] = [places.map(({ column }) => column), places.map(({ row }) => row)]
  if (places.length === 0) return false
  const view = viewOf(columns, rows, numbering) ?? null
  await db.update(blocks).set({ view }).where(eq(blocks.blockID, blockID))
  return true
}

/** Called after niches came or went. A map shows only the rows and columns that are in the view of its block, if it has one. */
export async function renumberWalls(db: Db, blockIDs: Iterable<string>) {
  const changed = await db
    .select({ blockID: blocks.blockID, view: blocks.view })
    .from(blocks)
    .where(inArray(blocks.blockID, [...new Set(blockIDs)]))
  for (const { blockID, view } of changed) await numberWall(db, blockID, numberingOf(view))
}

/** Removes the niches of an import with their history, and the places that it added and that are empty now. */
export async function removeImportedNiches(
  db: Db,
  importID: string,
  created: { buildings: string[]; levels: string[]; blocks: string[] },
) {
  const imported = db.select({ nicheID: niches.nicheID }).from(niches).where(eq(niches.importID, importID))
  await db.delete(nicheStatusLog).where(inArray(nicheStatusLog.nicheID, imported))
  const removed = await db.delete(niches).where(eq(niches.importID, importID)).returning({ blockID: niches.blockID })
  const noNiche = sql`not exists (select from niches n where n.block_id = ${blocks.blockID})`
  await db.delete(blocks).where(and(inArray(blocks.blockID, created.blocks), noNiche))
  const noBlock = sql`not exists (select from blocks b where b.level_id = ${levels.levelID})
    and not exists (select from block_drafts d where d.level_id = ${levels.levelID})`
  await db.delete(levels).where(and(inArray(levels.levelID, created.levels), noBlock))
  const noLevel = sql`not exists (select from levels l where l.building_id = ${buildings.buildingID})`
  await db.delete(buildings).where(and(inArray(buildings.buildingID, created.buildings), noLevel))
  await renumberWalls(
    db,
    removed.map(({ blockID }) => blockID),
  )
}
