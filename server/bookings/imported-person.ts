import { contactKey } from '#contract/accounts/account.ts'
import type { PersonRow } from '#contract/registers/columns.ts'
import type { Vault } from '#server/core/vault.ts'
import { toDetails } from './beneficiary.ts'

/** A row of a register of people. */
export interface ImportedPerson {
  nicheID: string
  nicheCode: string
  nicheStatus: 'Occupied' | 'Reserved'
  rowNumber: number
  row: PersonRow
  source: Record<string, string>
}

/** What is stored of the row beside the booking. */
export const entryOf = (
  { row, rowNumber, source }: Pick<ImportedPerson, 'row' | 'rowNumber' | 'source'>,
  importID: string,
  vault: Vault,
) => ({
  ...{ importID, rowNumber },
  holderName: row.holder_name,
  holderContact: row.holder_contact,
  contactKey: contactKey(row.holder_contact),
  holderEmail: row.holder_email,
  bookedOn: row.booked_on,
  reference: row.reference,
  sourceSealed: vault.seal(JSON.stringify(source)),
})

export const beneficiaryOf = (row: PersonRow, vault: Vault) => ({
  ...toDetails(vault, ({ register }) => row[register]),
  dateOfBirth: wholeDate(row.born),
  dateOfDeath: wholeDate(row.died),
  bornIn: partOfDate(row.born),
  diedIn: partOfDate(row.died),
})

const isWhole = (date: string) => date.length === 10
const wholeDate = (date: string) => (isWhole(date) ? date : null)
const partOfDate = (date: string) => (date !== '' && !isWhole(date) ? date : null)
