import { formatRightNumber } from '#contract/rights/term.ts'
import { recordEach } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { previewLetter } from '#server/mail/outbox.ts'
import { listLeaving } from './claim-queries.ts'
import { listToPost, markPosted } from './letter-queries.ts'
import { claimLetter, endLetter } from './letters.ts'

const atOnce = 200

/** The letters that wait to be posted, the oldest first, as they are printed. */
export async function listLettersToPost(context: SignedInContext) {
  const waiting = await listToPost(context.db, atOnce)
  const leaving = await listLeaving(
    context.db,
    waiting.flatMap(({ claim }) => claim?.claimID ?? []),
  )
  return Promise.all(
    waiting.map(async ({ addressSealed, holder, letterID, bookingID, writtenAt, ...letter }) => ({
      ...(await previewLetter(context, { email: null, fullName: holder }, await contentOf(context, letter, leaving))),
      letterID,
      bookingID,
      holder,
      address: addressSealed ? context.vault.openText(addressSealed) : '',
      writtenAt,
      months: letter.months,
      nicheCode: letter.nicheCode,
      endsOn: letter.months === null ? null : letter.right.endsOn,
      number: formatRightNumber(letter.right.number),
    })),
  )
}

type Content = Pick<
  Awaited<ReturnType<typeof listToPost>>[number],
  'claim' | 'about' | 'right' | 'nicheCode' | 'months'
>

function contentOf(context: SignedInContext, letter: Content, leaving: Awaited<ReturnType<typeof listLeaving>>) {
  const { claim, about, right, nicheCode, months } = letter
  if (!claim || !about) return endLetter(context, { right, nicheCode, months: months ?? 0 }, 'post')
  const ofClaim = leaving.filter(({ claimID }) => claimID === claim.claimID)
  return claimLetter({ claim, leaving: ofClaim, number: right.number, nicheCode }, about, 'post')
}

/** A letter that somebody else has recorded in the meantime stays theirs. */
export const recordPosted = (context: SignedInContext, letterIDs: readonly string[]) =>
  inTransaction(context, async (context) => {
    const posted = await markPosted(context.db, letterIDs, context.actor.userID, context.clock())
    await recordEach(
      context,
      'right.letter_posted',
      posted.map(({ rightID, bookingID, months, claimID }) => ({
        subject: rightID,
        details: claimID ? { claim: claimID } : { booking: bookingID, months },
      })),
    )
  })
