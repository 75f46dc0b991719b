import type { ClaimStatus } from '#contract/rights/claim.ts'
import type { Context } from '#server/core/context.ts'
import type { rightLetters } from '#server/database/schema.ts'
import { oncePer } from '#server/mail/outbox.ts'
import { listContactsToTell, openReach } from './contacts.ts'
import { guardianOf, type HolderRow, hasAddress, hasDied, listHolders, toReader } from './holders.ts'
import { claimLetter, nameOfDead, type TellingClaim } from './letters.ts'
import { type Reader, writeLetters } from './write-letters.ts'

/** Writes about a claim when it is asked, and when it has ended. */
export async function writeAboutClaim(context: Context, telling: TellingClaim, about: ClaimStatus) {
  const { claimID, rightID } = telling.claim
  const readers = await listClaimReaders(context, telling, about)
  await writeLetters(
    context,
    readers.map((reader) => ({ ...reader, rightID, claimID, about })),
    (reader, email) => ({
      ...claimLetter(telling, about, reader.inAccount ?? false, reader),
      ...oncePer('right-claim', claimID, about, email),
    }),
  )
}

type ClaimReader = Reader & Pick<typeof rightLetters.$inferSelect, 'holderID' | 'contactID' | 'addressSealed'>

/** Whoever has died, as a claim says, may live and can say so. Others of whom staff have recorded it get no letters. */
export const canBeWrittenTo = (telling: Pick<TellingClaim, 'claim' | 'leaving'>, holder: HolderRow) =>
  nameOfDead(telling, holder.holder.holderID) === undefined ? !hasDied(holder) : hasAddress(holder)

/**
 * The people who are told of a claim: holders, contacts, and once it has ended also whoever asked. Each is told once. Holders read in another
 * letter that the right has passed on, and who decided it.
 */
async function listClaimReaders(context: Context, telling: TellingClaim, about: ClaimStatus) {
  const { db, vault } = context
  const { claim } = telling
  const holders = (await listHolders(context, claim.rightID))
    .filter((holder) => canBeWrittenTo(telling, holder))
    .map((holder) => toReader(context, holder))
  const { name, email, addressSealed } = claim
  const guardian = guardianOf(context, claim)
  const claimant = { holderID: null, contactID: null, name, guardian, email, addressSealed }
  const told = new Set([...holders, claimant].flatMap((reader) => [reader.name, reader.email ?? '']))
  const readers: ClaimReader[] = [...(about === 'decidedFor' ? [] : holders), ...(about === 'asked' ? [] : [claimant])]
  for (const contact of await listContactsToTell(db, claim.rightID)) {
    const { contactID, name } = contact
    const { email } = openReach(vault, contact)
    if (told.has(email || name)) continue
    told.add(email || name)
    readers.push({ holderID: null, contactID, name, email: email || null, addressSealed: null })
  }
  return readers
}
