import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  BlockRename,
  HallChange,
  HallForm,
  LevelChange,
  LevelForm,
  NumberingChange,
  OpeningSize,
  RowMeasures,
} from '#contract/halls/api.ts'
import { toRowHeights } from '#contract/niches/row-heights.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { blocks, buildings, levels } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { numberWall } from '#server/niches/public.ts'
import { nextPosition } from './queries.ts'

export const addHall = (context: SignedInContext, hall: z.output<typeof HallForm>) =>
  inTransaction(context, async (context) => {
    const buildingID = randomUUID()
    await context.db.insert(buildings).values({ ...hall, buildingID, position: await nextPosition(context.db) })
    await record(context, 'hall.added', buildingID, hall)
    return { buildingID }
  })

export const changeHall = (context: SignedInContext, { buildingID, ...hall }: z.output<typeof HallChange>) =>
  inTransaction(context, async (context) => {
    const changed = await context.db
      .update(buildings)
      .set(hall)
      .where(eq(buildings.buildingID, buildingID))
      .returning({ buildingID: buildings.buildingID })
    if (changed.length === 0) throw new AppError('NOT_FOUND')
    await record(context, 'hall.changed', buildingID, hall)
  })

export const addLevel = (context: SignedInContext, { buildingID, levelNumber }: z.output<typeof LevelForm>) =>
  inTransaction(context, async (context) => {
    const [hall] = await context.db.select().from(buildings).where(eq(buildings.buildingID, buildingID))
    if (!hall) throw new AppError('NOT_FOUND')
    const levelID = randomUUID()
    await context.db.insert(levels).values({ levelID, buildingID, levelNumber })
    await record(context, 'level.added', levelID, { buildingName: hall.buildingName, levelNumber })
    return { levelID }
  })

export const changeLevel = (context: SignedInContext, { levelID, levelNumber }: z.output<typeof LevelChange>) =>
  inTransaction(context, async (context) => {
    const [before] = await context.db.select().from(levels).where(eq(levels.levelID, levelID)).for('update')
    if (!before) throw new AppError('NOT_FOUND')
    await context.db.update(levels).set({ levelNumber }).where(eq(levels.levelID, levelID))
    await record(context, 'level.changed', levelID, { from: before.levelNumber, to: levelNumber })
  })

export const renameBlock = (context: SignedInContext, { blockID, blockName }: z.output<typeof BlockRename>) =>
  inTransaction(context, async (context) => {
    const [before] = await context.db.select().from(blocks).where(eq(blocks.blockID, blockID)).for('update')
    if (!before) throw new AppError('NOT_FOUND')
    await context.db.update(blocks).set({ blockName }).where(eq(blocks.blockID, blockID))
    await record(context, 'block.renamed', blockID, { from: before.blockName, to: blockName })
  })

export const measureOpening = (context: SignedInContext, { blockID, ...sent }: z.output<typeof OpeningSize>) =>
  inTransaction(context, async (context) => {
    const [openingWidthMm, openingHeightMm] = [Number(sent.widthMm) || null, Number(sent.heightMm) || null]
    const changed = await context.db
      .update(blocks)
      .set({ openingWidthMm, openingHeightMm })
      .where(eq(blocks.blockID, blockID))
      .returning({ blockID: blocks.blockID })
    if (changed.length === 0) throw new AppError('NOT_FOUND')
    await record(context, 'block.opening_measured', blockID, { openingWidthMm, openingHeightMm })
  })

export const measureRows = (context: SignedInContext, { blockID, ...sent }: z.output<typeof RowMeasures>) =>
  inTransaction(context, async (context) => {
    const rowHeights = toRowHeights(sent)
    const changed = await context.db
      .update(blocks)
      .set({ rowHeights })
      .where(eq(blocks.blockID, blockID))
      .returning({ blockID: blocks.blockID })
    if (changed.length === 0) throw new AppError('NOT_FOUND')
    await record(context, 'block.rows_measured', blockID, { ...rowHeights })
  })

/**
 * Corrects a wall that is drawn the wrong way round, which would send a family to another niche. Codes, columns and
 * rows stay.
 */
export const changeNumbering = (
  context: SignedInContext,
  { blockID, ...numbering }: z.output<typeof NumberingChange>,
) =>
  inTransaction(context, async (context) => {
    if (!(await numberWall(context.db, blockID, numbering))) throw new AppError('NOT_FOUND')
    await record(context, 'block.numbering_changed', blockID, numbering)
  })
