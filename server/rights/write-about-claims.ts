import type { ClaimStatus } from '#contract/rights/claim.ts'
import type { Context } from '#server/core/context.ts'
import { oncePer } from '#server/mail/outbox.ts'
import { listContactsToTell, openReach } from './contacts.ts'
import { listHolders } from './holders.ts'
import { claimLetter, type TellingClaim } from './letters.ts'
import { type NewLetter, type Reader, writeLetters } from './write-letters.ts'

/** Writes about a claim when it is asked, and when it has ended. */
export async function writeAboutClaim(context: Context, telling: TellingClaim, about: ClaimStatus) {
  const { claimID, rightID } = telling.claim
  const readers = await listClaimReaders(context, telling, about)
  await writeLetters(
    context,
    readers.map((reader) => ({ ...reader, rightID, claimID, about, readerName: reader.name })),
    ({ contactID }, email) => ({
      ...claimLetter(telling, about, 'email', contactID !== null),
      ...oncePer('right-claim', claimID, about, email),
    }),
  )
}

type ClaimReader = Reader & Required<Pick<NewLetter, 'holderID' | 'contactID' | 'addressSealed'>>

/** The people who are told of a claim: every holder but those who have died, contacts, and once it has ended also whoever asked. Each is told once. */
async function listClaimReaders({ db, vault }: Context, { claim, leaving }: TellingClaim, about: ClaimStatus) {
  const died = claim.kind === 'succession' ? leaving.map(({ holderID }) => holderID) : []
  const holders = (await listHolders(db, claim.rightID))
    .filter(({ holder }) => !died.includes(holder.holderID))
    .map(({ holder: { holderID, addressSealed }, name, email }) => ({
      holderID,
      contactID: null,
      name,
      email,
      addressSealed,
    }))
  const { name, email, addressSealed } = claim
  const claimant = { holderID: null, contactID: null, name, email, addressSealed }
  const told = new Set([...holders, claimant].flatMap((reader) => [reader.name, reader.email ?? '']))
  const readers: ClaimReader[] = about === 'asked' ? holders : [...holders, claimant]
  for (const contact of await listContactsToTell(db, claim.rightID)) {
    const { contactID, name } = contact
    const { email } = openReach(vault, contact)
    if (told.has(email || name)) continue
    told.add(email || name)
    readers.push({ holderID: null, contactID, name, email: email || null, addressSealed: null })
  }
  return readers
}
