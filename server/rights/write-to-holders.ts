import { randomUUID } from 'node:crypto'
import type { ClaimStatus } from '#contract/rights/claim.ts'
import type { Context } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { rightLetters } from '#server/database/schema.ts'
import { enqueueLetter, isReachable, oncePer } from '#server/mail/outbox.ts'
import { listContactsToTell, openReach } from './contacts.ts'
import { listHolders } from './holders.ts'
import { claimLetter, type TellingClaim } from './letters.ts'

/** Who gets a letter about a claim, by post without an email address. */
interface Reader {
  holderID: number | null
  contactID: string | null
  name: string
  email: string | null
  addressSealed: Buffer | null
}

/** The people who are told of a claim: every holder but those who have died, contacts, and once it has ended also whoever asked. Each is told once. */
export async function listClaimReaders({ db, vault }: Context, { claim, leaving }: TellingClaim, about: ClaimStatus) {
  const died = claim.kind === 'succession' ? leaving.map(({ holderID }) => holderID) : []
  const holders = (await listHolders(db, [claim.rightID]))
    .filter(({ holder }) => !died.includes(holder.holderID))
    .map(({ holder: { holderID, addressSealed }, name, email }) => ({
      holderID,
      contactID: null,
      name,
      email,
      addressSealed,
    }))
  const { rightID, name, email, addressSealed } = claim
  const claimant = { holderID: null, contactID: null, name, email, addressSealed }
  const told = new Set([...holders, claimant].flatMap((reader) => [reader.name, reader.email ?? '']))
  const readers: Reader[] = about === 'asked' ? holders : [...holders, claimant]
  for (const contact of await listContactsToTell(db, rightID)) {
    const { contactID, name } = contact
    const { email } = openReach(vault, contact)
    if (told.has(email || name)) continue
    told.add(email || name)
    readers.push({ holderID: null, contactID, name, email: email || null, addressSealed: null })
  }
  return readers
}

/** Writes to each of them by email, or by post to whoever has no address that can be reached, and remembers the letters. */
export async function writeAboutClaim(
  context: Context,
  telling: TellingClaim,
  about: ClaimStatus,
  readers: readonly Reader[],
) {
  const { claim } = telling
  const { claimID, rightID } = claim
  const written = readers.map(({ email, ...reader }) => ({
    ...reader,
    email: email && isReachable(email) ? email : null,
  }))
  for (const { email, name, contactID } of written)
    if (email) {
      const sent = oncePer('right-claim', claimID, about, email)
      await enqueueLetter(
        context,
        { email, fullName: name },
        { ...claimLetter(telling, about, 'email', contactID !== null), ...sent },
      )
    }
  await insertRows(
    context.db,
    rightLetters,
    written.map(({ name, email, addressSealed, holderID, contactID }) => ({
      letterID: randomUUID(),
      rightID,
      claimID,
      about,
      readerName: name,
      holderID,
      contactID,
      addressSealed: email ? null : addressSealed,
      by: email ? ('email' as const) : ('post' as const),
      writtenAt: context.clock(),
    })),
  )
}
