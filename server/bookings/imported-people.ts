import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { contactKey } from '#contract/accounts/account.ts'
import { groupBy } from '#contract/group-by.ts'
import { isSaidToBeHere } from '#contract/registers/check-register.ts'
import { emptyRow, type PersonRow } from '#contract/registers/columns.ts'
import type { Context } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { whereActive } from '#server/database/active-booking.ts'
import { listedID, listedIDs } from '#server/database/listed-ids.ts'
import { beneficiaries, bookings, registerEntries } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { toDetails, type toRegisterCells } from './beneficiary.ts'

type Entry = typeof registerEntries.$inferSelect

/** A row of a register of people. */
export interface ImportedPerson {
  nicheID: string
  nicheCode: string
  nicheStatus: 'Occupied' | 'Reserved'
  rowNumber: number
  row: PersonRow
  source: Record<string, string>
}

/** A row for an urn without a name. */
export const nobodyNamed = ({ nicheID, nicheCode }: Pick<ImportedPerson, 'nicheID' | 'nicheCode'>): ImportedPerson => ({
  nicheID,
  nicheCode,
  nicheStatus: 'Occupied',
  rowNumber: 0,
  row: { ...emptyRow.people, code: nicheCode },
  source: {},
})

/** Gives bookings without a name the people who rest there. Returns the people for whom there was none. */
export async function nameUnnamedBookings(context: Context, importID: string, people: ImportedPerson[]) {
  const { db, vault } = context
  const unnamed = await listUnnamed(
    db,
    people.map(({ nicheID }) => nicheID),
  )
  const left: ImportedPerson[] = []
  for (const person of people) {
    const isHere = person.nicheStatus === 'Occupied' && isSaidToBeHere(person.row)
    const booking = isHere ? unnamed.get(person.nicheID)?.shift() : undefined
    if (!booking) {
      left.push(person)
      continue
    }
    const { bookingID, beneficiaryID, unnamedByID } = booking
    await db
      .update(beneficiaries)
      .set({ ...beneficiaryOf(person.row, vault), ...visitorsOf(person.row, context) })
      .where(eq(beneficiaries.beneficiaryID, beneficiaryID))
    await db.update(bookings).set({ remarks: person.row.remarks }).where(eq(bookings.bookingID, bookingID))
    await db
      .update(registerEntries)
      .set({ ...entryOf(person, importID, vault), unnamedByID })
      .where(eq(registerEntries.bookingID, bookingID))
  }
  return left
}

/** Takes the names away again that an import gave to bookings without one. Their urns stay with the import that brought them. */
export async function removeImportedNames(context: Context, importID: string) {
  const { db, vault } = context
  const named = await db
    .update(registerEntries)
    .set({
      ...entryOf({ row: emptyRow.people, rowNumber: 0, source: {} }, importID, vault),
      importID: sql`${registerEntries.unnamedByID}`,
      unnamedByID: null,
    })
    .where(and(eq(registerEntries.importID, importID), isNotNull(registerEntries.unnamedByID)))
    .returning({ bookingID: registerEntries.bookingID })
  const ids = listedIDs(named.map(({ bookingID }) => bookingID))
  const rows = await db
    .update(bookings)
    .set({ remarks: '' })
    .where(inArray(bookings.bookingID, sql`(select ${listedID} from ${ids})`))
    .returning({ beneficiaryID: bookings.beneficiaryID })
  const people = listedIDs(rows.map(({ beneficiaryID }) => beneficiaryID))
  await db
    .update(beneficiaries)
    .set({ ...beneficiaryOf(emptyRow.people, vault), ...visitorsOf(emptyRow.people, context) })
    .where(inArray(beneficiaries.beneficiaryID, sql`(select ${listedID}::uuid from ${people})`))
}

/** The bookings without a name in these niches, by the ID of the niche. */
async function listUnnamed(db: Db, nicheIDs: string[]) {
  const rows = await db
    .select({
      nicheID: bookings.nicheID,
      bookingID: bookings.bookingID,
      beneficiaryID: bookings.beneficiaryID,
      unnamedByID: registerEntries.importID,
    })
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
    .orderBy(asc(bookings.placeNumber))
  return groupBy(rows, ({ nicheID }) => nicheID)
}

/** What is stored of the row beside the booking. */
export const entryOf = (
  { row, rowNumber, source }: Pick<ImportedPerson, 'row' | 'rowNumber' | 'source'>,
  importID: string,
  vault: Vault,
) => ({
  importID,
  rowNumber,
  ...holderOf(row),
  holderAsImported: null,
  bookedOn: row.booked_on,
  reference: row.reference,
  receiptNo: row.receipt_no,
  sourceSealed: vault.seal(JSON.stringify(source)),
})

export const holderOf = (row: Pick<PersonRow, 'holder_name' | 'holder_contact' | 'holder_email' | 'deed'>) => ({
  holderName: row.holder_name,
  holderContact: row.holder_contact,
  contactKey: contactKey(row.holder_contact),
  holderEmail: row.holder_email,
  deed: row.deed,
})

/** The holder before anybody has corrected the entry. */
export const asImported = ({ holderName, holderContact, holderEmail, holderAsImported }: Entry) =>
  holderAsImported ?? { holderName, holderContact, holderEmail }

export const beneficiaryOf = (row: ReturnType<typeof toRegisterCells>, vault: Vault) => ({
  ...toDetails(vault, ({ register }) => row[register]),
  dateOfBirth: wholeDate(row.born),
  dateOfDeath: wholeDate(row.died),
  bornIn: partOfDate(row.born),
  diedIn: partOfDate(row.died),
})

/** A command has no person to name as the one who withheld somebody. */
export const visitorsOf = (
  { visitors, withheld_reason }: PersonRow,
  { clock, actor }: Pick<Context, 'clock' | 'actor'>,
) => ({
  sharedAt: visitors === 'shared' ? clock() : null,
  ...(visitors === 'withheld'
    ? { withheldAt: clock(), withheldByID: actor?.userID ?? null, withheldReason: withheld_reason }
    : { withheldAt: null, withheldByID: null, withheldReason: null }),
})

const isWhole = (date: string) => date.length === 10
const wholeDate = (date: string) => (isWhole(date) ? date : null)
const partOfDate = (date: string) => (date !== '' && !isWhole(date) ? date : null)
