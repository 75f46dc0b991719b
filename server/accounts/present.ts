import { joinAddress } from '#contract/accounts/account.ts'
import type { User } from '#contract/accounts/api.ts'
import type { UserRow } from './queries.ts'

type Address = Pick<UserRow, 'street' | 'unitNumber' | 'postalCode' | 'addressWhole'>

export const addressOf = ({ street, unitNumber, postalCode, addressWhole }: Address): string =>
  addressWhole ?? joinAddress(street, unitNumber, postalCode)

/** A person as the contract describes one; the NRIC is given only by those who have a reason to. */
export const presentUser = (row: UserRow, nric?: string): User => ({
  ...row,
  userAddress: addressOf(row),
  unitNumber: row.unitNumber || null,
  postalCode: row.postalCode || null,
  ...(nric !== undefined && { nric }),
})
