import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { groupBy } from '#contract/group-by.ts'
import type { Context } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { listedID, listedIDs } from '#server/database/listed-ids.ts'
import { beneficiaries, bookings, registerEntries } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { whereActive } from './holds.ts'
import { beneficiaryOf, entryOf, type ImportedPerson } from './imported-person.ts'
import { nameUnnamedBookings } from './name-unnamed-bookings.ts'
import { newReadableID } from './readable-id.ts'

/**
 * Adds confirmed bookings of a register, without payment or account. What the register does not say stays empty.
 * Returns the new ones: a person for whom an earlier import made a booking without a name gets that one.
 */
export async function importBookings(context: Context, importID: string, imported: ImportedPerson[]) {
  const { db, clock, actor, vault } = context
  const at = clock()
  const people = await nameUnnamedBookings(context, importID, imported)
  const places = await createPlaceFinder(
    db,
    people.map(({ nicheID }) => nicheID),
  )
  const made = people.map((person) => {
    const bookingID = newReadableID('B')
    return { ...person, ...places.take(person.nicheID, bookingID), bookingID, beneficiaryID: randomUUID() }
  })
  await insertRows(
    db,
    beneficiaries,
    made.map(({ beneficiaryID, row }) => ({ beneficiaryID, ...beneficiaryOf(row, vault) })),
  )
  await insertRows(
    db,
    bookings,
    made.map(({ bookingID, beneficiaryID, nicheID, nicheStatus, placeNumber, besideBookingID, row }) => ({
      ...{ bookingID, beneficiaryID, nicheID, nicheStatus, placeNumber, besideBookingID },
      ...{ remarks: row.remarks, version: 1 },
      ...({ bookingStatus: 'Confirmed', madeBy: 'import' } as const),
      bookingType: nicheStatus === 'Occupied' ? ('Current' as const) : ('PreOrder' as const),
      userID: null,
      createdByID: actor?.userID ?? null,
      createdAt: at,
      waitingSince: at,
    })),
  )
  await insertRows(
    db,
    registerEntries,
    made.map(({ bookingID, ...person }) => ({ bookingID, ...entryOf(person, importID, vault) })),
  )
  return made
}

/** Gives the people of one niche its places one after the other, after those that are taken. */
async function createPlaceFinder(db: Db, nicheIDs: string[]) {
  const rows = await db
    .select({ nicheID: bookings.nicheID, placeNumber: bookings.placeNumber, bookingID: bookings.bookingID })
    .from(bookings)
    .where(and(inArray(bookings.nicheID, nicheIDs), whereActive))
  const taken = groupBy(rows, ({ nicheID }) => nicheID)
  return {
    take(nicheID: string, bookingID: string) {
      const inNiche = taken.get(nicheID) ?? []
      let placeNumber = 1
      while (inNiche.some((each) => each.placeNumber === placeNumber)) placeNumber++
      taken.set(nicheID, [...inNiche, { nicheID, placeNumber, bookingID }])
      return { placeNumber, besideBookingID: inNiche[0]?.bookingID ?? null }
    },
  }
}

/** Removes the bookings of an import. Only for one of which nothing was used. */
export async function removeImportedBookings(db: Db, importID: string) {
  const removed = await db
    .delete(registerEntries)
    .where(eq(registerEntries.importID, importID))
    .returning({ bookingID: registerEntries.bookingID })
  const ids = removed.map(({ bookingID }) => bookingID)
  /** In one statement, because bookings of one niche refer to one another. */
  const rows = await db
    .delete(bookings)
    .where(inArray(bookings.bookingID, sql`(select ${listedID} from ${listedIDs(ids)})`))
    .returning({ beneficiaryID: bookings.beneficiaryID })
  const people = listedIDs(rows.map(({ beneficiaryID }) => beneficiaryID))
  await db
    .delete(beneficiaries)
    .where(inArray(beneficiaries.beneficiaryID, sql`(select ${listedID}::uuid from ${people})`))
}
