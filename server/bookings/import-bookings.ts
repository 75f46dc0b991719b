import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { contactKey } from '#contract/accounts/account.ts'
import type { PersonRow } from '#contract/registers/columns.ts'
import type { Context } from '#server/core/context.ts'
import type { Vault } from '#server/core/vault.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { beneficiaries, bookings, registerEntries } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import { toDetails } from './beneficiary.ts'
import { newReadableID } from './readable-id.ts'

interface ImportedPerson {
  nicheID: string
  nicheStatus: 'Occupied' | 'Reserved'
  rowNumber: number
  row: PersonRow
  source: Record<string, string>
}

/** Adds confirmed bookings of a register, without payment or account. What the register does not say stays empty. */
export async function importBookings({ db, clock, actor, vault }: Context, importID: string, people: ImportedPerson[]) {
  const at = clock()
  const made = people.map((person) => ({
    ...person,
    bookingID: newReadableID('B'),
    beneficiaryID: randomUUID(),
  }))
  await insertRows(
    db,
    beneficiaries,
    made.map(({ beneficiaryID, row }) => ({ beneficiaryID, ...beneficiaryOf(row, vault) })),
  )
  await insertRows(
    db,
    bookings,
    made.map(({ bookingID, beneficiaryID, nicheID, nicheStatus, row }) => ({
      ...{ bookingID, beneficiaryID, nicheID, nicheStatus, remarks: row.remarks, version: 1 },
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
    made.map(({ bookingID, rowNumber, row, source }) => ({
      ...{ bookingID, importID, rowNumber },
      holderName: row.holder_name,
      holderContact: row.holder_contact,
      contactKey: contactKey(row.holder_contact),
      holderEmail: row.holder_email,
      bookedOn: row.booked_on,
      reference: row.reference,
      sourceSealed: vault.seal(JSON.stringify(source)),
    })),
  )
}

const beneficiaryOf = (row: PersonRow, vault: Vault) => ({
  ...toDetails(vault, ({ register }) => row[register]),
  dateOfBirth: wholeDate(row.born),
  dateOfDeath: wholeDate(row.died),
  bornIn: partOfDate(row.born),
  diedIn: partOfDate(row.died),
})

const isWhole = (date: string) => date.length === 10
const wholeDate = (date: string) => (isWhole(date) ? date : null)
const partOfDate = (date: string) => (date !== '' && !isWhole(date) ? date : null)

/** Removes the bookings of an import. Only for one of which nothing was used. */
export async function removeImportedBookings(db: Db, importID: string) {
  const removed = await db
    .delete(registerEntries)
    .where(eq(registerEntries.importID, importID))
    .returning({ bookingID: registerEntries.bookingID })
  const step = 5000
  for (let from = 0; from < removed.length; from += step) {
    const ids = removed.slice(from, from + step).map(({ bookingID }) => bookingID)
    const rows = await db
      .delete(bookings)
      .where(inArray(bookings.bookingID, ids))
      .returning({ beneficiaryID: bookings.beneficiaryID })
    const beneficiaryIDs = rows.map(({ beneficiaryID }) => beneficiaryID)
    await db.delete(beneficiaries).where(inArray(beneficiaries.beneficiaryID, beneficiaryIDs))
  }
}
