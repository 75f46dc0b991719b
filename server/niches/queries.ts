import { and, asc, desc, eq, exists, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { ReplyInput } from '#contract/endpoint.ts'
import { toAmount } from '#contract/money.ts'
import type { exploreApi } from '#contract/niches/explore-api.ts'
import type { Building, Level, Niche, NicheStatus } from '#contract/niches/niche.ts'
import { inNaturalOrder } from '#server/database/natural-order.ts'
import { preparedQuery } from '#server/database/prepared.ts'
import { blockLocations, blocks, buildings, levels, nicheStatusLog, niches, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { Db } from '#server/ports/database.ts'
import { figuresOfBlocks } from './block-figures.ts'

/** The readers of a list of blocks: families see those that are published, the house all. */
export type Audience = 'families' | 'house'
const whereShown = (audience: Audience) => (audience === 'families' ? eq(blocks.isDraft, false) : undefined)

/** Buildings without a block are left out, as are levels. */
export const listBuildings = async (db: Db, audience: Audience): Promise<Building[]> => {
  const rows = await db
    .select()
    .from(buildings)
    .where(
      exists(
        db
          .select({ one: sql`1` })
          .from(levels)
          .innerJoin(blocks, eq(blocks.levelID, levels.levelID))
          .where(and(eq(levels.buildingID, buildings.buildingID), whereShown(audience))),
      ),
    )
    .orderBy(asc(buildings.position), asc(buildings.buildingName))
  return rows.map(toBuilding)
}

export const listLevels = (db: Db, buildingID: string, audience: Audience): Promise<Level[]> =>
  db
    .select({ levelID: levels.levelID, levelNumber: levels.levelNumber })
    .from(levels)
    .where(
      and(
        eq(levels.buildingID, buildingID),
        exists(
          db
            .select({ one: sql`1` })
            .from(blocks)
            .where(and(eq(blocks.levelID, levels.levelID), whereShown(audience))),
        ),
      ),
    )
    .orderBy(asc(levels.levelNumber))

export async function listBlocks(db: Db, levelID: string, audience: Audience) {
  const shown = and(eq(blocks.levelID, levelID), whereShown(audience))
  return (await db.select().from(blocks).where(shown).orderBy(inNaturalOrder(blocks.blockName))).map(toBlock)
}

const toBuilding = ({ buildingID, buildingName, directions }: Omit<typeof buildings.$inferSelect, 'position'>) => ({
  buildingID,
  buildingName,
  ...(directions && { directions }),
})

type ShownColumns = Pick<
  typeof blocks.$inferSelect,
  'blockID' | 'blockName' | 'view' | 'rowHeights' | 'opensAt' | 'isDraft'
>

const toBlock = ({ blockID, blockName, view, rowHeights, opensAt, isDraft }: ShownColumns) => ({
  blockID,
  blockName,
  ...(view && { view }),
  ...(rowHeights && { rowHeights }),
  ...(opensAt && { opensAt }),
  ...(isDraft && { isDraft }),
})

/** The opening time of a block, which is null once it is open, and whether it is published. */
export async function findOpeningTime(db: Db, blockID: string) {
  const [found] = await db
    .select({ opensAt: blocks.opensAt, isDraft: blocks.isDraft })
    .from(blocks)
    .where(eq(blocks.blockID, blockID))
  return found ?? { opensAt: null, isDraft: false }
}

type ListedHall = ReplyInput<typeof exploreApi.halls>[number]

/** What families see: every building with its levels and their blocks, each in the order of the lists above. */
export async function listHalls(db: Db, now: Date) {
  const { buildingPosition, buildingName, levelNumber, blockName } = blockLocations
  const rows = await db
    .select()
    .from(blockLocations)
    .where(eq(blockLocations.isDraft, false))
    .orderBy(asc(buildingPosition), asc(buildingName), asc(levelNumber), inNaturalOrder(blockName))
  const figures = await figuresOfBlocks(db)(
    rows.map(({ blockID }) => blockID),
    now,
  )
  const halls = new Map<string, ListedHall>()
  const levelsByID = new Map<string, ListedHall['levels'][number]>()
  for (const row of rows) {
    const { buildingID, levelID, levelNumber } = row
    const hall = halls.get(buildingID) ?? { ...toBuilding(row), levels: [] }
    const level = levelsByID.get(levelID) ?? { levelID, levelNumber, blocks: [] }
    if (!halls.has(buildingID)) halls.set(buildingID, hall)
    if (!levelsByID.has(levelID)) hall.levels.push(level)
    levelsByID.set(levelID, level)
    level.blocks.push({ ...toBlock(row), ...(figures.get(row.blockID) ?? { niches: 0, free: 0 }) })
  }
  return [...halls.values()]
}

export async function findBlockWithLocation(db: Db, blockID: string) {
  const [found] = await db.select().from(blockLocations).where(eq(blockLocations.blockID, blockID))
  if (!found) return undefined
  const { levelID, levelNumber, buildingID, buildingName } = found
  return { ...toBlock(found), levelID, levelNumber, buildingID, buildingName }
}

const nichesOfBlock = preparedQuery((db) =>
  db
    .select(nicheColumns)
    .from(niches)
    .where(eq(niches.blockID, sql.placeholder('blockID')))
    .orderBy(asc(niches.nicheRow), asc(niches.nicheColumn), asc(niches.half))
    .prepare('niches_of_block'),
)

/** Lists the niches of drafts, too. */
export const listNiches = async (db: Db, blockID: string): Promise<Niche[]> =>
  (await nichesOfBlock(db).execute({ blockID })).map(toNiche)

export async function listNichesByID(db: Db, nicheIDs: readonly string[]): Promise<Niche[]> {
  const rows = await db.select().from(niches).where(inArray(niches.nicheID, nicheIDs))
  return rows.map(toNiche)
}

export async function findNiche(db: Db, nicheID: string): Promise<Niche | undefined> {
  const [found] = await listNichesByID(db, [nicheID])
  return found
}

export async function findFurtherPlaces(db: Db, nicheID: string): Promise<Places> {
  const [found] = await db
    .select({ capacity: niches.capacity, furtherPriceCents: niches.furtherPriceCents })
    .from(niches)
    .where(eq(niches.nicheID, nicheID))
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

type Places = Pick<typeof niches.$inferSelect, 'capacity' | 'furtherPriceCents'>

/** Locks in ID order to avoid deadlocks. Returns those that exist. */
export async function lockNiches(db: Db, nicheIDs: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ nicheID: niches.nicheID })
    .from(niches)
    .where(inArray(niches.nicheID, nicheIDs))
    .orderBy(asc(niches.nicheID))
    .for('update')
  return rows.map(({ nicheID }) => nicheID)
}

/** The caller has locked them. */
export const updateCapacities = (db: Db, nicheIDs: readonly string[], places: Places) =>
  db
    .update(niches)
    .set(places)
    .where(inArray(niches.nicheID, nicheIDs))
    .returning({ nicheID: niches.nicheID, blockID: niches.blockID, nicheCode: niches.nicheCode })

export interface NicheStatusChange {
  to: NicheStatus
  /** Changes the niche only if it has this status now. */
  onlyFrom?: NicheStatus | undefined
  /** Changes the niche only if its block is open at this time. */
  onlyIfOpenAt?: Date | undefined
}

type LogEntry = Pick<typeof nicheStatusLog.$inferInsert, 'reason' | 'actorID' | 'bookingID' | 'at'>

/**
 * Sets the status and returns the niche with its previous status, or `undefined` if no niche matched. The same statement writes the log.
 */
export async function moveNiche(
  db: Db,
  nicheID: string,
  { to, onlyFrom, onlyIfOpenAt }: NicheStatusChange,
  entry: LogEntry,
) {
  const open = db
    .select({ one: sql`1` })
    .from(blocks)
    .where(
      and(
        eq(blocks.blockID, niches.blockID),
        eq(blocks.isDraft, false),
        or(isNull(blocks.opensAt), onlyIfOpenAt && lte(blocks.opensAt, onlyIfOpenAt)),
      ),
    )
  const before = db
    .select({ nicheID: niches.nicheID, from: sql<NicheStatus>`${niches.status}`.as('from_status') })
    .from(niches)
    .where(and(eq(niches.nicheID, nicheID), onlyFrom && eq(niches.status, onlyFrom), onlyIfOpenAt && exists(open)))
    .for('update')
    .as('before')
  const changed = db.$with('changed').as(
    db
      .update(niches)
      .set({ status: to })
      .from(before)
      .where(eq(niches.nicheID, before.nicheID))
      .returning({ ...nicheColumns, from: before.from }),
  )
  const logged = db.$with('logged', {}).as(logChanged(entry))
  const [moved] = await db.with(changed, logged).select().from(changed)
  if (!moved) return undefined
  const { from, ...niche } = moved
  return { niche: toNiche(niche), from, priceCents: niche.priceCents }
}

/** The same for those of the niches that have the status. Locks in ID order to avoid deadlocks, and looks each ID up in the index. */
export async function moveNiches(
  db: Db,
  nicheIDs: readonly string[],
  { from, to }: { from: NicheStatus; to: NicheStatus },
  entry: LogEntry,
) {
  const { rows } = await db.execute<{ nicheID: string; blockID: string; nicheCode: string }>(sql`
    with locked as materialized (
      select n.niche_id from ${niches} n
      where n.niche_id in (select id::uuid from json_array_elements_text(${JSON.stringify(nicheIDs)}::json) given (id))
        and n.status = ${from}
      order by n.niche_id for update
    ), changed as (
      update ${niches} n set status = ${to} from locked where n.niche_id = locked.niche_id
      returning n.niche_id, n.block_id, n.niche_code, n.status, ${from}::text as from_status
    ), logged as (${logChanged(entry)})
    select niche_id as "nicheID", block_id as "blockID", niche_code as "nicheCode" from changed`)
  return rows
}

/** Writes the log of the niches that the part `changed` of the same statement has changed. */
const logChanged = ({ reason, actorID, bookingID = null, at }: LogEntry) => sql`
  insert into ${nicheStatusLog} (niche_id, from_status, to_status, reason, actor_id, booking_id, at)
  select niche_id, from_status, status, ${reason}, ${actorID}::uuid, ${bookingID}, ${sql.param(at, nicheStatusLog.at)}::timestamptz
  from changed`

/** The last hundred entries, which is enough for the dialog. */
export const listNicheLog = (db: Db, nicheID: string) =>
  db
    .select({
      at: nicheStatusLog.at,
      from: nicheStatusLog.from,
      to: nicheStatusLog.to,
      reason: nicheStatusLog.reason,
      actorName: sql<string>`coalesce(${users.fullName}, 'Columba')`,
      bookingID: nicheStatusLog.bookingID,
    })
    .from(nicheStatusLog)
    .leftJoin(users, eq(users.userID, nicheStatusLog.actorID))
    .where(eq(nicheStatusLog.nicheID, nicheID))
    .orderBy(desc(nicheStatusLog.logID))
    .limit(100)

const nicheColumns = {
  nicheID: niches.nicheID,
  blockID: niches.blockID,
  nicheCode: niches.nicheCode,
  nicheRow: niches.nicheRow,
  nicheColumn: niches.nicheColumn,
  half: niches.half,
  status: niches.status,
  priceCents: niches.priceCents,
  capacity: niches.capacity,
  furtherPriceCents: niches.furtherPriceCents,
}

/** Copies each field explicitly, which is faster than a spread; this runs for every niche of every map. */
const toNiche = (row: Omit<typeof niches.$inferSelect, 'importID' | 'version'>): Niche => ({
  nicheID: row.nicheID,
  blockID: row.blockID,
  nicheCode: row.nicheCode,
  nicheRow: row.nicheRow,
  nicheColumn: row.nicheColumn,
  ...(row.half && { half: row.half }),
  status: row.status,
  price: toAmount(row.priceCents),
  ...(row.capacity > 1 && { capacity: row.capacity, furtherPrice: toAmount(row.furtherPriceCents) }),
})
