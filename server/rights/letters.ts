import { formatDay, toDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { nextExtension } from '#contract/rights/extension.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import type { Context } from '#server/core/context.ts'
import { readRightRules } from '#server/house/public.ts'
import { facts, letter, link } from '#server/mail/outbox.ts'
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
