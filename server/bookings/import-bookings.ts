import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { groupBy } from '#contract/group-by.ts'
import { splitHolders } from '#contract/rights/holder.ts'
import type { Context } from '#server/core/context.ts'
import { newReadableID } from '#server/core/readable-id.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { listedID, listedIDs } from '#server/database/listed-ids.ts'
import { paddedNumber } from '#server/database/padded-number.ts'
import {
  beneficiaries,
  bookingMoves,
  bookings,
  charges,
  niches,
  registerEntries,
  registerImports,
  rightMoves,
  rights,
  secondPersonRequests,
} from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { deleteUnnamed } from '#server/rights/public.ts'
import { beneficiaryOf, entryOf, type ImportedPerson, nameUnnamedBookings, visitorsOf } from './imported-people.ts'
import { type SaidOfRight, settleRights } from './settle-rights.ts'

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
    made.map(({ beneficiaryID, row }) => ({
      beneficiaryID,
      ...beneficiaryOf(row, vault),
      ...visitorsOf(row, context),
    })),
  )
  await insertRows(
    db,
    bookings,
    made.map(({ bookingID, beneficiaryID, nicheID, nicheStatus, placeNumber, besideBookingID, row }) => ({
      bookingID,
      beneficiaryID,
      nicheID,
      nicheStatus,
      placeNumber,
      besideBookingID,
      remarks: row.remarks,
      version: 1,
      rightVersion: 1,
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
  await settleRights(context, [...new Set(made.map(({ nicheID }) => nicheID))], { said: saidOfRights(made) })
  return made
}

/** The rows of a niche say the same of its right, or nothing. */
function saidOfRights(people: readonly Pick<ImportedPerson, 'nicheID' | 'row'>[]) {
  const said = new Map<string, SaidOfRight>()
  for (const { nicheID, row } of people) {
    const { from, until, deed, further } = said.get(nicheID) ?? { from: '', until: '', deed: '', further: [] }
    said.set(nicheID, {
      from: from || row.right_from,
      until: until || row.right_until,
      deed: deed || row.deed,
      further: further.length > 0 ? further : splitHolders(row.second_holder),
    })
  }
  return said
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
  /** One statement deletes them all, because bookings of one niche refer to one another. */
  const rows = await db
    .delete(bookings)
    .where(inArray(bookings.bookingID, sql`(select ${listedID} from ${listedIDs(ids)})`))
    .returning({ beneficiaryID: bookings.beneficiaryID, rightID: bookings.rightID })
  await deleteUnnamed(db, [...new Set(rows.flatMap(({ rightID }) => rightID ?? []))])
  const people = listedIDs(rows.map(({ beneficiaryID }) => beneficiaryID))
  await db
    .delete(beneficiaries)
    .where(inArray(beneficiaries.beneficiaryID, sql`(select ${listedID}::uuid from ${people})`))
}

/** Bookings of an import that were changed, corrected or linked since, people who were withheld since, and niches that were booked. */
export const bookingUses = (importID: string) => sql`
  select 'Booking ' || b.booking_id || ' of this import was ' ||
      case when exists (select from ${bookingMoves} m where m.booking_id = b.booking_id and m.event = 'correct')
        then 'corrected.' else 'changed or linked.' end as use
    from ${registerEntries} e join ${bookings} b using (booking_id)
    where e.import_id = ${importID} and (b.version > 1 or b.user_id is not null)
  union all
  select 'A correction of booking ' || e.booking_id || ' of this import waits for a second person.'
    from ${registerEntries} e join ${secondPersonRequests} r on r.subject = e.booking_id
    where e.import_id = ${importID} and r.act = 'correctEntry' and r.outcome = 'open'
  union all
  select 'The person of booking ' || b.booking_id || ' of this import is withheld or shared.'
    from ${registerEntries} e join ${bookings} b using (booking_id) join ${beneficiaries} p using (beneficiary_id)
      join ${registerImports} i using (import_id)
    where i.import_id = ${importID} and (p.withheld_at <> i.imported_at or p.shared_at <> i.imported_at)
  union all
  select 'Something was charged for booking ' || e.booking_id || ' of this import.'
    from ${registerEntries} e
    where e.import_id = ${importID} and exists (select from ${charges} c where c.booking_id = e.booking_id)
  union all
  select 'Another person was placed beside the one of booking ' || b.booking_id || ' of this import.'
    from ${registerEntries} e join ${bookings} b using (booking_id) join ${bookings} o on o.niche_id = b.niche_id and o.beside_booking_id = b.booking_id
      left join ${registerEntries} f on f.booking_id = o.booking_id
    where e.import_id = ${importID} and f.import_id is distinct from ${importID}
  union all
  select 'The holders or contacts of right ' || ${paddedNumber('R-', sql`r.number`)} || ' of this import were changed.'
    from ${registerEntries} e join ${bookings} b using (booking_id) join ${rights} r using (right_id)
    where e.import_id = ${importID} and exists (
      select from ${rightMoves} m where m.right_id = r.right_id and m.event in ('addHolder', 'correctHolder', 'removeHolder', 'noteDeath', 'addContact'))
  union all
  select 'Right ' || ${paddedNumber('R-', sql`r.number`)} || ' of this import was claimed or objected to, or its holders were asked about an urn.'
    from ${registerEntries} e join ${bookings} b using (booking_id) join ${rights} r using (right_id)
    where e.import_id = ${importID} and exists (
      select from ${rightMoves} m where m.right_id = r.right_id and m.event in ('claim', 'object', 'askHolders'))
  union all
  select 'Something was recorded after the end of right ' || ${paddedNumber('R-', sql`r.number`)} || ' of this import.'
    from ${registerEntries} e join ${bookings} b using (booking_id) join ${rights} r using (right_id)
    where e.import_id = ${importID} and exists (
      select from ${rightMoves} m where m.right_id = r.right_id and m.event in ('recordStep', 'askToTalk', 'recordAnswer', 'clear'))
  union all
  select 'Niche ' || n.niche_code || ' of this import was booked.'
    from ${niches} n join ${bookings} b using (niche_id) left join ${registerEntries} e using (booking_id)
    where n.import_id = ${importID} and e.import_id is distinct from ${importID}`
