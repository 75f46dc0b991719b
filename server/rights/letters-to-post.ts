import { formatRightNumber } from '#contract/rights/term.ts'
import { recordEach } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { previewLetter } from '#server/mail/outbox.ts'
import { openReach } from './contacts.ts'
import { listHolderNames } from './holders.ts'
import { type LetterRow, listToPost, markPosted } from './letter-queries.ts'
import { contactLetter, endLetter } from './letters.ts'

const atOnce = 200

/** The letters that wait to be posted, the oldest first, as they are printed. */
export async function listLettersToPost(context: SignedInContext) {
  const waiting = await listToPost(context.db, atOnce)
  return Promise.all(
    waiting.map(async (row) => ({
      ...(await previewLetter(context, { email: null, fullName: row.holder }, await composePosted(context, row))),
      ...describePosted(context, row),
      bookingID: row.bookingID,
      writtenAt: row.writtenAt,
      endsOn: row.right.endsOn,
    })),
  )
}

/** To the holder about the end of the right, to a contact about the same, or to a contact who is asked to accept. */
async function composePosted(context: SignedInContext, { months, contact, right, nicheCode }: LetterRow) {
  const namedBy = contact ? await listHolderNames(context.db, right.rightID) : undefined
  if (contact && months === null)
    return contactLetter({ right, nicheCode, kind: contact.kind, holders: namedBy ?? [] }, { slipFor: contact.name })
  return endLetter(context, { right, nicheCode, months: months ?? 0 }, 'post', namedBy)
}

/** What a list says about a letter on paper. */
export function describePosted(
  { vault }: SignedInContext,
  { letterID, right, nicheCode, months, holder, addressSealed, contact }: LetterRow,
) {
  const ofHolder = addressSealed ? vault.openText(addressSealed) : ''
  return {
    letterID,
    number: formatRightNumber(right.number),
    nicheCode,
    months,
    holder,
    address: contact ? openReach(vault, contact).address : ofHolder,
  }
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
