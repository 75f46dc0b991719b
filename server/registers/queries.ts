import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { appointmentUses } from '#server/appointments/public.ts'
import { bookingUses, placedUrn } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { holderContact, holderName } from '#server/database/holder.ts'
import { lockNumbers } from '#server/database/lock-numbers.ts'
import { rowsAfter } from '#server/database/rows-after.ts'
import {
  beneficiaries,
  blockLocations,
  blocks,
  bookings,
  buildings,
  levels,
  newPrices,
  nicheLocations,
  nicheStatusLog,
  niches,
  priceChanges,
  registerEntries,
  registerImports,
  rightHolders,
  rights,
  urnRequests,
  users,
} from '#server/database/schema.ts'
import { hallUses } from '#server/halls/public.ts'
import { nicheUses } from '#server/niches/public.ts'
import { type Db, isThere, only } from '#server/ports/database.ts'
import { urnUses } from '#server/urns/public.ts'

/** Why a niche is blocked: the reason of its last change. */
const blockedReason = sql<string>`case when ${nicheLocations}.status = 'Blocked' then coalesce((
  select l.reason from ${nicheStatusLog} l where l.niche_id = ${nicheLocations}.niche_id and l.to_status = 'Blocked'
  order by l.log_id desc limit 1), '') else '' end`

/** Whether the status was changed since the niche was added. */
const hasLog = sql<boolean>`exists (select from ${nicheStatusLog} l where l.niche_id = ${nicheLocations}.niche_id)`

const selectNiches = (db: Db) =>
  db
    .select({
      nicheID: nicheLocations.nicheID,
      building: nicheLocations.buildingName,
      level: nicheLocations.levelNumber,
      block: nicheLocations.blockName,
      code: nicheLocations.nicheCode,
      column: nicheLocations.nicheColumn,
      row: nicheLocations.nicheRow,
      half: nicheLocations.half,
      priceCents: nicheLocations.priceCents,
      capacity: niches.capacity,
      furtherPriceCents: niches.furtherPriceCents,
      status: nicheLocations.status,
      reason: blockedReason,
      isChanged: hasLog,
      view: nicheLocations.view,
      directions: nicheLocations.directions,
      openingWidthMm: blocks.openingWidthMm,
      openingHeightMm: blocks.openingHeightMm,
      opensAt: blocks.opensAt,
    })
    .from(nicheLocations)
    .innerJoin(niches, eq(niches.nicheID, nicheLocations.nicheID))
    .innerJoin(blocks, eq(blocks.blockID, nicheLocations.blockID))
    .$dynamic()
export type StoredNiche = Awaited<ReturnType<typeof selectNiches>>[number]

export const listNichesOfBlock = (db: Db, blockID: string) =>
  selectNiches(db)
    .where(eq(nicheLocations.blockID, blockID))
    .orderBy(asc(nicheLocations.nicheRow), asc(nicheLocations.nicheColumn), asc(nicheLocations.half))

/** Each code is looked up in its index. In one join, niches without statistics would all be read each time. */
export async function listNichesByCode(db: Db, upperCodes: string[]): Promise<StoredNiche[]> {
  const { rows } = await db.execute<{ nicheID: string }>(sql`
    select found.niche_id as "nicheID" from jsonb_array_elements_text(${JSON.stringify(upperCodes)}::jsonb) as wanted (code)
    cross join lateral (select n.niche_id from ${niches} n where upper(n.niche_code) = wanted.code offset 0) found`)
  return selectNiches(db).where(
    inArray(
      nicheLocations.nicheID,
      rows.map(({ nicheID }) => nicheID),
    ),
  )
}

/** The niches that are at these locations now. */
export async function listNichesAt(db: Db, locations: { blockID: string; row: number; column: number }[]) {
  if (locations.length === 0) return []
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(locations)}::jsonb) as wanted ("blockID" text, "row" int, "column" int)`
  const { rows } = await db.execute<{ blockID: string; row: number; column: number; half: string; code: string }>(sql`
    select n.block_id as "blockID", n.niche_row as "row", n.niche_column as "column", n.half,
      n.niche_code as code
    from ${wanted} join ${niches} n on n.block_id = wanted."blockID" and n.niche_row = wanted."row" and n.niche_column = wanted."column"`)
  return rows
}

/** In the order of an exported register; those of one hall, if it is named. */
export const listBlocksInExportOrder = (db: Db, hall?: string) =>
  db
    .select({
      blockID: blockLocations.blockID,
      block: blockLocations.blockName,
      levelID: blockLocations.levelID,
      level: blockLocations.levelNumber,
      buildingID: blockLocations.buildingID,
      building: blockLocations.buildingName,
    })
    .from(blockLocations)
    .where(hall === undefined ? undefined : eq(blockLocations.buildingName, hall))
    .orderBy(
      asc(blockLocations.buildingPosition),
      asc(sql`${blockLocations.buildingName} collate "C"`),
      asc(blockLocations.levelNumber),
      asc(sql`${blockLocations.blockName} collate "C"`),
    )

/** The blocks among these that families see. */
export async function listPublished(db: Db, blockIDs: string[]): Promise<Set<string>> {
  const isPublished = and(inArray(blocks.blockID, blockIDs), eq(blocks.isDraft, false))
  const rows = await db.select({ blockID: blocks.blockID }).from(blocks).where(isPublished)
  return new Set(rows.map(({ blockID }) => blockID))
}

export const listBuildings = (db: Db) => db.select().from(buildings)
export const isHall = (db: Db, name: string): Promise<boolean> =>
  isThere(db, buildings, eq(buildings.buildingName, name))
export const listLevels = (db: Db) => db.select().from(levels)

const openUrn = alias(urnRequests, 'open_urn')

/** The holders after the first, as a register says them. */
const furtherHolders = sql<string>`(select coalesce(string_agg(h.name, '; ' order by h.holder_id), '')
  from (select * from ${rightHolders} each where each.right_id = ${bookings.rightID}
    order by each.holder_id offset 1) h)`

/** The first holder of the right of a booking, who may have followed the one whom the booking names. */
function firstHolder(db: Db) {
  const held = alias(bookings, 'held')
  return db
    .select({
      holding: sql<string | null>`${rightHolders.bookingID}`.as('first_booking'),
      name: sql<string | null>`coalesce(${rightHolders.name}, ${holderName})`.as('first_name'),
      contact: holderContact.as('first_contact'),
      email: sql<string>`coalesce(${users.email}, ${registerEntries.holderEmail}, '')`.as('first_email'),
    })
    .from(rightHolders)
    .leftJoin(held, eq(held.bookingID, rightHolders.bookingID))
    .leftJoin(users, eq(users.userID, held.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, held.bookingID))
    .where(eq(rightHolders.rightID, bookings.rightID))
    .orderBy(asc(rightHolders.holderID))
    .limit(1)
    .as('first_holder')
}

const selectPeople = (db: Db) => {
  const first = firstHolder(db)
  return db
    .select({
      nicheID: niches.nicheID,
      code: niches.nicheCode,
      nicheStatus: niches.status,
      bookingID: bookings.bookingID,
      bookingType: bookings.bookingType,
      createdAt: bookings.createdAt,
      remarks: bookings.remarks,
      beneficiary: beneficiaries,
      account: { name: users.fullName, contact: users.contactNumber, email: users.email },
      entry: registerEntries,
      right: rights,
      /** All null without a right. */
      first: { bookingID: first.holding, name: first.name, contact: first.contact, email: first.email },
      furtherHolders,
      placedUrn,
    })
    .from(bookings)
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .leftJoin(users, eq(users.userID, bookings.userID))
    .leftJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .leftJoin(rights, eq(rights.rightID, bookings.rightID))
    .leftJoinLateral(first, sql`true`)
    .leftJoin(openUrn, and(eq(openUrn.bookingID, bookings.bookingID), eq(openUrn.status, 'Open')))
    .$dynamic()
}
export type StoredPerson = Awaited<ReturnType<typeof selectPeople>>[number]

/** A register holds what is settled: confirmed bookings, and pre-orders that only wait for the urn. */
const isSettled = or(eq(bookings.bookingStatus, 'Confirmed'), eq(openUrn.beforeStatus, 'Confirmed'))

export const listPeopleOfBlock = (db: Db, blockID: string) =>
  selectPeople(db)
    .where(and(eq(niches.blockID, blockID), whereActive, isSettled))
    .orderBy(asc(niches.nicheRow), asc(niches.nicheColumn), asc(niches.half), asc(bookings.placeNumber))

/** Who has these niches now, also if the booking is not decided yet. */
export const listPeopleIn = (db: Db, nicheIDs: string[]) =>
  selectPeople(db).where(and(inArray(bookings.nicheID, nicheIDs), whereActive))

/** Not if the import was undone or one of its blocks deleted: then the same files have something to add again. */
export async function findSameImport(db: Db, filesHash: string) {
  const isWhole = sql`not exists (select from jsonb_array_elements_text(${registerImports.created} -> 'blocks') added (id)
    where not exists (select from ${blocks} b where b.block_id = added.id))`
  const [found] = await db
    .select()
    .from(registerImports)
    .where(and(eq(registerImports.filesHash, filesHash), isNull(registerImports.undoneAt), isWhole))
  return found
}

/** Instead of a hash, for the urn of a niche that was marked as Occupied on the map, without a register. */
export const markedOnMap = 'marked on the map'
const hasFiles = ne(registerImports.filesHash, markedOnMap)

export const importsPerPage = 100

export const listImports = (db: Db, cursor?: string) =>
  db
    .select({
      importID: registerImports.importID,
      importedAt: registerImports.importedAt,
      importedBy: users.fullName,
      niches: registerImports.niches,
      people: registerImports.people,
      undoneAt: registerImports.undoneAt,
    })
    .from(registerImports)
    .leftJoin(users, eq(users.userID, registerImports.importedByID))
    .where(
      and(
        hasFiles,
        rowsAfter({ direction: 'desc', by: [registerImports.importedAt], key: registerImports.importID }, cursor),
      ),
    )
    .orderBy(desc(registerImports.importedAt), desc(registerImports.importID))
    .limit(importsPerPage + 1)

/** Until the transaction ends. False if somebody else is importing, or undoing an import. */
export async function tryToLockImports(db: Db) {
  const { rows } = await db.execute<{ alone: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockNumbers.registerImport}) as alone`,
  )
  return rows[0]?.alone ?? false
}

export const lockImport = (db: Db, importID: string) =>
  db
    .select()
    .from(registerImports)
    .where(and(eq(registerImports.importID, importID), hasFiles))
    .for('update')
    .then(only)

/** An import that has added nothing yet. */
export const insertImport = (
  { db, actor, clock }: Context,
  row: Pick<typeof registerImports.$inferInsert, 'importID' | 'filesHash' | 'urnsEnteredAt'>,
) =>
  db.insert(registerImports).values({
    ...row,
    created: { buildings: [], levels: [], blocks: [] },
    niches: 0,
    people: 0,
    importedByID: actor?.userID ?? null,
    importedAt: clock(),
  })
export const updateImport = (db: Db, importID: string, set: Partial<typeof registerImports.$inferInsert>) =>
  db.update(registerImports).set(set).where(eq(registerImports.importID, importID))

/** Waits for bookings and changes of an import that are under way, and blocks new ones. */
export async function lockImported(db: Db, importID: string) {
  const ofImport = (alias: SQL, rows: SQL) =>
    sql`select count(*) from (select from ${rows} for update of ${alias}) locked`
  const priced = sql`select p.change_id from ${newPrices} p join ${niches} n using (niche_id) where n.import_id = ${importID}`
  /** Before the niches, as the job that applies a change does, which avoids a deadlock. */
  await db.execute(ofImport(sql`c`, sql`${priceChanges} c where c.change_id in (${priced})`))
  await db.execute(ofImport(sql`n`, sql`${niches} n where n.import_id = ${importID}`))
  await db.execute(
    ofImport(sql`b`, sql`${bookings} b join ${registerEntries} e using (booking_id) where e.import_id = ${importID}`),
  )
}

/** Whether undoing this import would remove bookings, or names of them: each urn and each person has one. */
export const bringsBookings = (db: Db, importID: string): Promise<boolean> =>
  isThere(db, registerEntries, eq(registerEntries.importID, importID))

/** Each domain says what counts as use of an import, in a sentence: undoing the import would lose that. */
const usesOf = [bookingUses, appointmentUses, hallUses, urnUses, nicheUses]

export async function findUse(db: Db, importID: string): Promise<string | undefined> {
  const uses = sql.join(
    usesOf.map((use) => use(importID)),
    sql` union all `,
  )
  const { rows } = await db.execute<{ use: string }>(sql`${uses} limit 1`)
  return rows[0]?.use
}
