import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { groupBy } from '#contract/group-by.ts'
import { mostDifferences } from '#contract/urns/stock-take-api.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { inNaturalOrder } from '#server/database/natural-order.ts'
import { rowsAfter } from '#server/database/rows-after.ts'
import {
  beneficiaries,
  blockLocations,
  blocks,
  bookings,
  isUrnInNiche,
  locationColumns,
  nicheLocations,
  nicheStatusLog,
  niches,
  stockTakeDifferences,
  stockTakeMarks,
  stockTakes,
  urnNow,
  urns,
  users,
} from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'

export type StockTakeRow = typeof stockTakes.$inferSelect

/** The blocks of all halls in their order, with the time of the last stock-take, and how many urns are in them and were seen. */
export function listBlocksWithUrns(db: Db) {
  const counted = db
    .select({
      blockID: niches.blockID,
      urns: sql<number>`count(*)::int`.as('urns'),
      seen: sql<number>`(count(*) filter (where ${urnNow.event} <> 'enter'))::int`.as('seen'),
    })
    .from(urnNow)
    .innerJoin(niches, eq(niches.nicheID, urnNow.nicheID))
    .where(isUrnInNiche)
    .groupBy(niches.blockID)
    .as('counted')
  return db
    .select({
      blockID: blockLocations.blockID,
      ...blockColumns,
      countedAt: sql<Date | null>`(select max(c.ended_at) from ${stockTakes} c
        where c.block_id = ${blockLocations}.block_id and c.state = 'done')`.mapWith(stockTakes.startedAt),
      urns: sql<number>`coalesce(${counted.urns}, 0)`,
      seen: sql<number>`coalesce(${counted.seen}, 0)`,
    })
    .from(blockLocations)
    .leftJoin(counted, eq(counted.blockID, blockLocations.blockID))
    .orderBy(
      asc(blockLocations.buildingPosition),
      asc(blockLocations.levelNumber),
      inNaturalOrder(blockLocations.blockName),
    )
}

const blockColumns = {
  buildingName: blockLocations.buildingName,
  levelNumber: blockLocations.levelNumber,
  blockName: blockLocations.blockName,
}
const first = alias(users, 'first')
const second = alias(users, 'second')

/** Locks the block: if two people begin at the same moment, the second joins the first. */
export const lockBlock = (db: Db, blockID: string) =>
  db.select({ blockID: blocks.blockID }).from(blocks).where(eq(blocks.blockID, blockID)).for('update').then(only)

export const findOpenStockTake = (db: Db, blockID: string): Promise<StockTakeRow | undefined> =>
  db
    .select()
    .from(stockTakes)
    .where(and(eq(stockTakes.blockID, blockID), eq(stockTakes.state, 'open')))
    .then(only)

export const lockStockTake = (db: Db, countID: string): Promise<StockTakeRow | undefined> =>
  db.select().from(stockTakes).where(eq(stockTakes.countID, countID)).for('update').then(only)

export const updateStockTake = async (db: Db, countID: string, set: Partial<StockTakeRow>) => {
  await db.update(stockTakes).set(set).where(eq(stockTakes.countID, countID))
}

const selectStockTakes = (db: Db) =>
  db
    .select({
      stockTake: stockTakes,
      ...blockColumns,
      view: blockLocations.view,
      firstBy: first.fullName,
      secondBy: second.fullName,
      differences: sql<number>`(select count(*)::int from ${stockTakeDifferences} d where d.count_id = ${stockTakes.countID})`,
    })
    .from(stockTakes)
    .innerJoin(blockLocations, eq(blockLocations.blockID, stockTakes.blockID))
    .innerJoin(first, eq(first.userID, stockTakes.firstByID))
    .leftJoin(second, eq(second.userID, stockTakes.secondByID))
    .$dynamic()
export type StockTakeWithPeople = Awaited<ReturnType<typeof selectStockTakes>>[number]

export const listStockTakeRows = (db: Db, cursor: string | undefined, limit: number) =>
  selectStockTakes(db)
    .where(rowsAfter({ direction: 'desc', by: [isOpen, stockTakes.startedAt], key: stockTakes.countID }, cursor))
    .orderBy(desc(isOpen), desc(stockTakes.startedAt), desc(stockTakes.countID))
    .limit(limit)

const isOpen = sql`${stockTakes.state} = 'open'`

export async function findStockTake(db: Db, countID: string): Promise<StockTakeWithPeople | undefined> {
  const [found] = await selectStockTakes(db).where(eq(stockTakes.countID, countID))
  return found
}

/**
 * Every niche of the block, row by row, with the urn that the ledger has in it. A niche for several people is listed
 * once for each urn, and once more for an urn that should not be there.
 */
export async function listContents(db: Db, blockID: string): Promise<Content[]> {
  const rows = await selectContents(db, blockID)
  return [...groupBy(rows, ({ nicheID }) => nicheID).values()].flatMap((inNiche) =>
    inNiche.flatMap(({ capacity, ...row }, at): Content[] => {
      if (capacity === 1) return [{ ...row, expectedTag: '' }]
      const isLast = at === inNiche.length - 1
      const unexpected = {
        ...row,
        isOccupied: row.isOccupied && !row.tag,
        tag: null,
        bookingID: null,
        beneficiaryName: null,
        isSeen: true,
        expectedTag: '',
      }
      return [...(row.tag ? [{ ...row, expectedTag: row.tag }] : []), ...(isLast ? [unexpected] : [])]
    }),
  )
}

function selectContents(db: Db, blockID: string) {
  const placed = db
    .select({
      tag: urnNow.tag,
      bookingID: urns.bookingID,
      event: urnNow.event,
      beneficiaryName: beneficiaries.beneficiaryName,
    })
    .from(urnNow)
    .innerJoin(urns, eq(urns.tag, urnNow.tag))
    .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .where(and(eq(urnNow.nicheID, niches.nicheID), isUrnInNiche))
    .as('placed')
  return db
    .select({
      nicheID: niches.nicheID,
      nicheCode: niches.nicheCode,
      nicheRow: niches.nicheRow,
      nicheColumn: niches.nicheColumn,
      half: niches.half,
      capacity: niches.capacity,
      tag: placed.tag,
      bookingID: placed.bookingID,
      /**
       * An admin has overridden the niche to Occupied, and nobody has booked it. A booked niche may wait for its urn.
       */
      isOccupied: sql<boolean>`${niches.status} = 'Occupied' and ${placed.tag} is null
        and exists (select from ${nicheStatusLog} where ${nicheStatusLog.nicheID} = ${niches.nicheID}
          and ${nicheStatusLog.to} = 'Occupied' and ${nicheStatusLog.bookingID} is null and ${nicheStatusLog.actorID} is not null)
        and not exists (select from ${bookings} where ${bookings.nicheID} = ${niches.nicheID} and ${whereActive})`,
      isSeen: sql<boolean>`coalesce(${placed.event} <> 'enter', true)`,
      beneficiaryName: placed.beneficiaryName,
    })
    .from(niches)
    .leftJoinLateral(placed, sql`true`)
    .where(eq(niches.blockID, blockID))
    .orderBy(asc(niches.nicheRow), asc(niches.nicheColumn), asc(niches.half), asc(placed.tag))
}
export type Content = Omit<Awaited<ReturnType<typeof selectContents>>[number], 'capacity'> & { expectedTag: string }

/** The last mark of this person in each niche, and for each urn that should be there. */
export const listMarks = (db: Db, countID: string, personID: string) =>
  db
    .selectDistinctOn([stockTakeMarks.nicheID, stockTakeMarks.expectedTag])
    .from(stockTakeMarks)
    .where(and(eq(stockTakeMarks.countID, countID), eq(stockTakeMarks.personID, personID)))
    .orderBy(stockTakeMarks.nicheID, stockTakeMarks.expectedTag, desc(stockTakeMarks.markNumber))

const settler = alias(users, 'settler')

const selectDifferences = (db: Db) =>
  db
    .select({
      difference: stockTakeDifferences,
      ...locationColumns,
      firstBy: first.fullName,
      secondBy: second.fullName,
      settledBy: settler.fullName,
    })
    .from(stockTakeDifferences)
    .innerJoin(stockTakes, eq(stockTakes.countID, stockTakeDifferences.countID))
    .innerJoin(nicheLocations, eq(nicheLocations.nicheID, stockTakeDifferences.nicheID))
    .innerJoin(first, eq(first.userID, stockTakes.firstByID))
    .leftJoin(second, eq(second.userID, stockTakes.secondByID))
    .leftJoin(settler, eq(settler.userID, stockTakeDifferences.settledByID))
    .orderBy(asc(stockTakeDifferences.at), asc(nicheLocations.nicheRow), asc(nicheLocations.nicheColumn))
    .$dynamic()
export type DifferenceWithPeople = Awaited<ReturnType<typeof selectDifferences>>[number]

export const selectOpenDifferences = (db: Db) =>
  selectDifferences(db).where(isNull(stockTakeDifferences.settledAt)).limit(mostDifferences)

/** An open difference, with who took part in its stock-take. */
export const lockDifference = (db: Db, differenceID: string) =>
  db
    .select({
      differenceID: stockTakeDifferences.differenceID,
      nicheID: stockTakeDifferences.nicheID,
      nicheCode: niches.nicheCode,
      firstByID: stockTakes.firstByID,
      secondByID: stockTakes.secondByID,
    })
    .from(stockTakeDifferences)
    .innerJoin(stockTakes, eq(stockTakes.countID, stockTakeDifferences.countID))
    .innerJoin(niches, eq(niches.nicheID, stockTakeDifferences.nicheID))
    .where(and(eq(stockTakeDifferences.differenceID, differenceID), isNull(stockTakeDifferences.settledAt)))
    .for('update', { of: stockTakeDifferences })
    .then(only)

export const selectDifferencesOf = (db: Db, countID: string) =>
  selectDifferences(db).where(eq(stockTakeDifferences.countID, countID))
