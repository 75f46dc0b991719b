import { formatDay, toDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { type ClaimStatus, describeClaim } from '#contract/rights/claim.ts'
import { nextExtension } from '#contract/rights/extension.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import type { Context } from '#server/core/context.ts'
import { readRightRules } from '#server/house/public.ts'
import { facts, type Letter, letter, link, nameOr, oncePer } from '#server/mail/outbox.ts'
import type { ClaimRow } from './claim-queries.ts'
import type { EndingRight } from './letter-queries.ts'

/** A right ends in so many months. It says what the family can do, and that nothing is done without it. Whoever gets it by post has no account. */
export async function endLetter(context: Context, { right, nicheCode, months }: EndingRight, by: 'email' | 'post') {
  const next = nextExtension(right, await readRightRules(context), toDay(context.clock()))
  const day = formatDay(right.endsOn ?? '')
  const until = months === 1 ? 'a month' : `${months} months`
  return letter('right-ends', `The right to niche ${nicheCode} ends on ${day}`, [
    `We write to you in good time: the right to the niche below ends on ${day}, in ${until}.`,
    next
      ? `You can extend it until ${formatDay(next.until)}, ${by === 'email' ? 'in My Bookings or ' : ''}at our counter.`
      : 'Please talk to us about what you would like to happen then.',
    facts({ Niche: nicheCode, Right: formatRightNumber(right.number), 'Ends on': day }),
    by === 'email' && link('See it in My Bookings', pathTo('myBookings')),
    'If we hear nothing from you, nothing is moved and nothing is given to anybody else. The right then waits, and you can still talk to us.',
  ])
}

/** What a letter about a claim needs. */
export interface TellingClaim {
  claim: ClaimRow
  leaving: readonly { holderID: number; name: string; consent: string | null }[]
  number: number
  nicheCode: string
}

/** To the holders when somebody asks to follow or take over, and to them and the claimant when that has ended. */
export function claimLetter(
  { claim, leaving, number, nicheCode }: TellingClaim,
  about: ClaimStatus,
  by: 'email' | 'post',
): Letter {
  const { name, kind, reason } = claim
  const who = nameOr('Somebody', name)
  const words = describeClaim({ kind, name: who, leaving: leaving.map(({ name }) => ({ name: nameOr('', name) })) })
  const where = by === 'email' ? 'in My Bookings or at our counter' : 'at our counter, by phone or by letter'
  const outcome = outcomes[about]
  return letter(
    'right-claim',
    outcome
      ? `The right to niche ${nicheCode}: ${outcome.subject}`
      : `Somebody asks for the right to niche ${nicheCode}`,
    [
      outcome ? outcome.sentence(who) : words,
      outcome
        ? reason !== null && `Our reason: ${reason}`
        : `If you agree, you need do nothing. If you object, please tell us by ${formatDay(claim.objectUntil)}, ${where}.`,
      facts({ Niche: nicheCode, Right: formatRightNumber(number) }),
      by === 'email' && link('See it in My Bookings', pathTo('myBookings')),
      !outcome &&
        'Nothing changes before two members of our staff have decided, and nothing at all while an objection is open.',
    ],
  )
}

const outcomes: Partial<Record<ClaimStatus, { subject: string; sentence: (who: string) => string }>> = {
  decidedFor: { subject: 'it has passed on', sentence: (who) => `${who} is a holder of the right to this niche now.` },
  decidedAgainst: {
    subject: 'it stays as it is',
    sentence: (who) => `We have decided that the right stays with its holders. ${who} had asked for it.`,
  },
  withdrawn: {
    subject: 'it stays as it is',
    sentence: (who) => `What ${who} had asked for was withdrawn, so the right stays with its holders.`,
  },
}

/** To every admin: a holder has objected in My Bookings. */
export const objectionNotice = (objectionID: number, number: string, by: string) =>
  letter(oncePer('right-objection', objectionID), `Somebody objects about right ${number}`, [
    `${nameOr('A holder', by)} has objected in My Bookings. Until that is settled, nothing about this right moves.`,
    link('See the right', pathTo('right', { number })),
  ])
