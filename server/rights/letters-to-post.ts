import { toDay } from '#contract/dates.ts'
import { mostLettersToPost } from '#contract/rights/api.ts'
import { lastDayToObject } from '#contract/rights/decide-claim.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import { recordEach } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { previewLetter } from '#server/mail/outbox.ts'
import { listUrnsOf } from './agreement-queries.ts'
import { listLeaving } from './claim-queries.ts'
import { openReach } from './contacts.ts'
import { foreseeExtension } from './extend.ts'
import { listHolderNames } from './holders.ts'
import { type LetterRow, listToPost, markPosted } from './letter-queries.ts'
import { agreementLetter, claimLetter, contactLetter, endLetter, newsLetter } from './letters.ts'
import { requireNoParty } from './parties.ts'

/** The letters that wait to be posted, as they are printed: those about claims first, then the oldest. */
export async function listLettersToPost(context: SignedInContext) {
  const waiting = await listToPost(context.db, mostLettersToPost)
  const leaving = await listLeaving(
    context.db,
    waiting.flatMap(({ claim }) => claim?.claimID ?? []),
  )
  return Promise.all(
    waiting.map(async (row) => ({
      ...(await previewLetter(
        context,
        { email: null, fullName: row.holder },
        await composePosted(context, row, leaving),
      )),
      ...describePosted(context, row),
      bookingID: row.bookingID,
      writtenAt: row.writtenAt,
      endsOn: row.months === null ? null : row.right.endsOn,
    })),
  )
}

/** The letter about a change, a claim or the end of the right, or the one that asks a contact or a holder to sign. */
async function composePosted(
  context: SignedInContext,
  { months, claim, about, holderID, contact, agreement, news, right, nicheCode }: LetterRow,
  leaving: Awaited<ReturnType<typeof listLeaving>>,
) {
  const { number } = right
  if (news) return newsLetter({ number, nicheCode, news }, false)
  if (claim && about) {
    const ofClaim = leaving.filter(({ claimID }) => claimID === claim.claimID)
    const to = { holderID, contactID: contact?.contactID ?? null }
    /** Others can object from the day on which it is posted. */
    const objectUntil = lastDayToObject(claim.askedAt, claim.objectUntil, toDay(context.clock()))
    return claimLetter({ claim: { ...claim, objectUntil }, leaving: ofClaim, number, nicheCode }, about, false, to)
  }
  if (agreement) {
    const { rightID, tag, event, name } = agreement
    const urn = (await listUrnsOf(context.db, rightID)).find((each) => each.tag === tag)
    return agreementLetter({ number, nicheCode, event, person: urn?.person ?? '' }, { slipFor: name })
  }
  const namedBy = contact ? await listHolderNames(context, right.rightID) : undefined
  if (contact && months === null)
    return contactLetter({ number, nicheCode, kind: contact.kind, holders: namedBy ?? [] }, { slipFor: contact.name })
  const ending = { right, nicheCode, months: months ?? 0 }
  return endLetter(ending, await foreseeExtension(context, right), false, namedBy)
}

/** What a list says about a letter on paper. */
export function describePosted(
  { vault }: SignedInContext,
  { letterID, right, nicheCode, months, claim, news, holder, addressSealed, contact }: LetterRow,
) {
  const stored = addressSealed ? vault.openText(addressSealed) : ''
  return {
    letterID,
    number: formatRightNumber(right.number),
    nicheCode,
    months,
    isAboutClaim: claim !== null,
    isNews: news !== null,
    holder,
    address: contact ? openReach(vault, contact).address : stored,
  }
}

/** A letter that somebody else has recorded in the meantime stays theirs. A party does not record those about a claim. */
export const recordPosted = (context: SignedInContext, letterIDs: readonly string[]) =>
  inTransaction(context, async (context) => {
    const posted = await markPosted(context.db, letterIDs, context.actor.userID, context.clock())
    const ofClaims = new Set(posted.flatMap(({ rightID, claimID }) => (claimID ? rightID : [])))
    for (const rightID of ofClaims) await requireNoParty(context, rightID, { claims: [] })
    await recordEach(
      context,
      'right.letter_posted',
      posted.map(({ rightID, bookingID, months, claimID }) => ({
        subject: rightID,
        details: claimID ? { claim: claimID } : { booking: bookingID, months },
      })),
    )
  })
