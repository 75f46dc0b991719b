import { formatRightNumber } from '#contract/rights/term.ts'
import { recordEach } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { previewLetter } from '#server/mail/outbox.ts'
import { listToPost, markPosted } from './letter-queries.ts'
import { endLetter } from './letters.ts'

const atOnce = 200

/** The letters that wait to be posted, the oldest first, as they are printed. */
export async function listLettersToPost(context: SignedInContext) {
  const waiting = await listToPost(context.db, atOnce)
  return Promise.all(
    waiting.map(async ({ addressSealed, holder, letterID, bookingID, writtenAt, ...ending }) => ({
      ...(await previewLetter(context, { email: null, fullName: holder }, await endLetter(context, ending, 'post'))),
      letterID,
      bookingID,
      holder,
      address: addressSealed ? context.vault.openText(addressSealed) : '',
      writtenAt,
      months: ending.months,
      nicheCode: ending.nicheCode,
      endsOn: ending.right.endsOn ?? '',
      number: formatRightNumber(ending.right.number),
    })),
  )
}

/** A letter that somebody else has recorded in the meantime stays theirs. */
export const recordPosted = (context: SignedInContext, letterIDs: readonly string[]) =>
  inTransaction(context, async (context) => {
    const posted = await markPosted(context.db, letterIDs, context.actor.userID, context.clock())
    await recordEach(
      context,
      'right.letter_posted',
      posted.map(({ rightID, bookingID, months }) => ({ subject: rightID, details: { booking: bookingID, months } })),
    )
  })
