import { contactKey, joinAddress } from '#contract/accounts/account.ts'
import type { User } from '#contract/accounts/api.ts'
import type { Vault } from '#server/core/vault.ts'
import type { UserRow } from './queries.ts'

type StoredAddress = Pick<UserRow, 'street' | 'unitNumber' | 'postalCode' | 'addressWhole'>

export const formatAddress = ({ street, unitNumber, postalCode, addressWhole }: StoredAddress): string =>
  addressWhole ?? joinAddress(street, unitNumber, postalCode)

/** The number is sealed to read it, and hashed to find it. */
export const storedNRIC = (vault: Vault, nric: string) => ({ nricSealed: vault.seal(nric), nricHash: vault.hash(nric) })

/** The number as it was entered, and as it is searched. */
export const storedContact = (contactNumber: string) => ({ contactNumber, contactKey: contactKey(contactNumber) })

const noNRIC = 'no NRIC '

/** The stand-in for an NRIC that staff were never asked for: unique, as the column must be, and sealed, so that keys:rotate can handle it. */
export const standInForNRIC = (userID: string) => `${noNRIC}${userID}`

/** Undefined for staff who have a stand-in. */
export function readNRIC({ nricSealed }: Pick<UserRow, 'nricSealed'>, vault: Vault): string | undefined {
  const nric = vault.openText(nricSealed)
  return nric.startsWith(noNRIC) ? undefined : nric
}

/** A user as the contract describes it. Callers pass the NRIC only if the reader may see it. */
export const presentUser = (row: UserRow, nric?: string): User => ({
  ...row,
  userAddress: formatAddress(row),
  unitNumber: row.unitNumber || null,
  postalCode: row.postalCode || null,
  ...(nric !== undefined && { nric }),
})
