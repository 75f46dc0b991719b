import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Context } from '#server/core/context.ts'
import { beneficiaries, bookings, registerEntries } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { whereActive } from './holds.ts'
import { beneficiaryOf, entryOf, type ImportedPerson } from './imported-person.ts'

/** Gives bookings without a name the people who rest there. Returns the people for whom there was none. */
export async function nameUnnamedBookings(context: Context, importID: string, people: ImportedPerson[]) {
  const { db, vault } = context
  const unnamed = await listUnnamed(
    db,
    people.map(({ nicheID }) => nicheID),
  )
  const left: ImportedPerson[] = []
  for (const person of people) {
    const booking = person.nicheStatus === 'Occupied' ? unnamed.get(person.nicheID) : undefined
    if (!booking) {
      left.push(person)
      continue
    }
    unnamed.delete(person.nicheID)
    const { bookingID, beneficiaryID } = booking
    await db
      .update(beneficiaries)
      .set(beneficiaryOf(person.row, vault))
      .where(eq(beneficiaries.beneficiaryID, beneficiaryID))
    await db.update(bookings).set({ remarks: person.row.remarks }).where(eq(bookings.bookingID, bookingID))
    await db
      .update(registerEntries)
      .set(entryOf(person, importID, vault))
      .where(eq(registerEntries.bookingID, bookingID))
  }
  return left
}

/** The bookings without a name in these niches, by the ID of the niche. */
async function listUnnamed(db: Db, nicheIDs: string[]) {
  const rows = await db
    .select({ nicheID: bookings.nicheID, bookingID: bookings.bookingID, beneficiaryID: bookings.beneficiaryID })
    .from(bookings)
    .innerJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .where(
      and(
        inArray(bookings.nicheID, nicheIDs),
        whereActive,
        isNull(bookings.userID),
        eq(registerEntries.holderName, ''),
        eq(beneficiaries.beneficiaryName, ''),
      ),
    )
  return new Map(rows.map(({ nicheID, ...booking }) => [nicheID, booking]))
}
