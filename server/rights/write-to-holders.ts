import { randomUUID } from 'node:crypto'
import type { ClaimStatus } from '#contract/rights/claim.ts'
import type { Context } from '#server/core/context.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { rightLetters } from '#server/database/schema.ts'
import { enqueueLetter, isReachable, oncePer } from '#server/mail/outbox.ts'
import { listReadersOf, type Reader } from './claim-queries.ts'
import { claimLetter, type TellingClaim } from './letters.ts'

/** Whom a claim is told: every holder but those who have died, and once it has ended also whoever asked. */
export async function listClaimReaders({ db }: Context, { claim, leaving }: TellingClaim, about: ClaimStatus) {
  const died = claim.kind === 'succession' ? leaving.map(({ holderID }) => holderID) : []
  const holders = (await listReadersOf(db, claim.rightID)).filter(({ holderID }) => !died.includes(holderID ?? 0))
  const { name, email, addressSealed } = claim
  return about === 'asked' ? holders : [...holders, { holderID: null, name, email, addressSealed }]
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
  for (const { email, name } of written)
    if (email) {
      const sent = oncePer('right-claim', claimID, about, email)
      await enqueueLetter(context, { email, fullName: name }, { ...claimLetter(telling, about, 'email'), ...sent })
    }
  await insertRows(
    context.db,
    rightLetters,
    written.map(({ name, email, addressSealed }) => ({
      letterID: randomUUID(),
      rightID,
      claimID,
      about,
      readerName: name,
      addressSealed: email ? null : addressSealed,
      by: email ? ('email' as const) : ('post' as const),
      writtenAt: context.clock(),
    })),
  )
}
