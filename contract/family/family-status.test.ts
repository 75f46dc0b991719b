import { describe, expect, test } from 'vitest'
import { bookingStatuses, bookingTypes } from '../bookings/booking.ts'
import {
  actionsFor,
  type BookingState,
  findTransition,
  paymentAfter,
  type Transition,
} from '../bookings/transitions.ts'
import type { PaymentStatus } from '../payments/payment.ts'
import { type FamilyFacts, familyStatus } from './family-status.ts'

type Ending = NonNullable<FamilyFacts['ending']>['event']

/** Parses `Pending paid PreOrder urn` or, with what happened last, `Confirmed paid PreOrder after deny`. */
function parseFacts(description: string): FamilyFacts {
  const words = description.split(' ')
  const has = (word: string) => words.includes(word)
  const payments: Record<string, PaymentStatus> = {
    paid: 'Paid',
    waived: 'Waived',
    failed: 'Failed',
    refunding: 'Refunding',
    refunded: 'Refunded',
  }
  const after = has('after') ? (words.at(-1) as Ending) : undefined
  return {
    bookingStatus: bookingStatuses.find(has) ?? 'Pending',
    bookingType: bookingTypes.find(has) ?? 'Current',
    paymentStatus: has('relative') ? null : (payments[words.find((word) => word in payments) ?? ''] ?? 'Pending'),
    paymentMethod: has('cash') ? 'Cash' : 'Credit Card',
    paymentAmount: '3800.00',
    holdExpiresAt: has('unpaid') ? '2026-11-20T02:30:00.000Z' : null,
    sharesNiche: has('beside'),
    urnRequested: has('urn'),
    certificateAsked: has('asked'),
    certificateRequest: has('asked') && !has('relative') ? { kinds: ['birth'], reason: 'It is blurred.' } : null,
    actingFor: has('relative') ? 'Tan Hui Min' : null,
    ending: after
      ? { event: after, reason: after === 'deny' || after === 'release' ? 'It is another person’s.' : '' }
      : null,
  }
}

const states = [
  ['Pending unpaid Current', 'Not paid yet', 'Please pay SGD 3,800.00 by 20 Nov 2026, 10:30.'],
  ['Pending unpaid PreOrder', 'Not paid yet', 'by 20 Nov 2026, 10:30. The niche is kept for you until then.'],
  ['Pending unpaid PreOrder beside', 'Not paid yet', 'The place in the niche is kept for you until then.'],
  ['Pending paid Current', 'Paid, and being checked', 'This usually takes one working day'],
  ['Pending paid PreOrder', 'Paid, and being checked', 'There is nothing you need to do.'],
  ['Pending waived Current', 'Being checked', 'This usually takes one working day'],
  ['Pending waived PreOrder', 'Being checked', 'This usually takes one working day'],
  ['Pending paid Current asked', 'We need another certificate', 'Please send the birth certificate from My Bookings.'],
  ['Pending paid PreOrder asked', 'We need another certificate', 'your booking keeps its place in the queue'],
  ['Pending waived Current asked', 'We need another certificate', 'Please send the birth certificate'],
  ['Pending waived PreOrder asked', 'We need another certificate', 'Please send the birth certificate'],
  ['Pending paid PreOrder urn', 'Urn placement requested', 'Our staff are checking the death certificate.'],
  ['Pending waived PreOrder urn', 'Urn placement requested', 'This usually takes one working day'],
  ['Pending paid PreOrder urn asked', 'We need another certificate', 'Please send the birth certificate'],
  ['Pending waived PreOrder urn asked', 'We need another certificate', 'Please send the birth certificate'],
  ['Pending paid PreOrder after deny', 'Urn placement not approved', 'Your pre-order is still being checked.'],
  ['Confirmed paid PreOrder after deny', 'Urn placement not approved', 'The niche is still reserved.'],
  ['Confirmed paid PreOrder', 'Niche reserved', 'ask for the urn to be placed'],
  ['Confirmed waived PreOrder', 'Niche reserved', 'kept for your family'],
  ['Confirmed paid Current', 'Approved', 'Please choose a day'],
  ['Confirmed waived Current', 'Approved', 'Please choose a day'],
  ['Confirmed paid Archived', 'Closed', 'This booking has ended.'],
  ['Confirmed waived Archived', 'Closed', 'This booking has ended.'],
  ['Cancelled failed Current', 'Not paid in time', 'Nothing was charged.'],
  ['Cancelled failed PreOrder after expire', 'Not paid in time', 'The niche is no longer kept for you.'],
  ['Cancelled failed PreOrder', 'Not paid in time', 'Nothing was charged.'],
  ['Cancelled failed Current after cancel', 'Ended before payment', 'Nothing was charged.'],
  ['Cancelled refunding PreOrder after expire', 'Not paid in time', 'SGD 3,800.00 is being returned'],
  ['Cancelled failed Current after deny', 'Not approved', 'Nothing was charged.'],
  ['Cancelled waived Current after deny', 'Not approved', 'Nothing was charged.'],
  ['Cancelled refunding Current after deny', 'Not approved', 'is being returned to the card or account you paid with'],
  ['Cancelled refunding cash Current after deny', 'Not approved', 'will be returned to you at our counter'],
  ['Cancelled refunded Current after deny', 'Not approved', 'has been returned to the card or account'],
  ['Cancelled refunded cash Current after deny', 'Not approved', 'SGD 3,800.00 has been returned to you.'],
  ['Cancelled refunding PreOrder after release', 'Pre-order ended', 'is being returned'],
  ['Cancelled waived PreOrder after release', 'Pre-order ended', 'Nothing was charged.'],
  ['Pending Current relative', 'Being checked', 'Our staff are checking your documents.'],
  ['Pending Current relative asked', 'We need another certificate', 'We have asked Tan Hui Min for it.'],
  ['Confirmed PreOrder relative', 'Niche reserved', 'Tan Hui Min asks for the urn to be placed.'],
  [
    'Cancelled waived PreOrder beside after deny',
    'Not approved',
    'The place in the niche is no longer kept for you. Nothing was charged. Nothing changes for the other people of this niche.',
  ],
] as const

test.each(states)('a booking that is %s: "%s", and then "%s"', (description, title, next) => {
  const status = familyStatus(parseFacts(description))
  expect(status.title).toBe(title)
  expect(status.next).toContain(next)
})

test.each([
  ['Cancelled refunded Current after deny', 'It is another person’s.'],
  ['Cancelled refunding PreOrder after release', 'It is another person’s.'],
  ['Confirmed paid PreOrder after deny', 'It is another person’s.'],
  ['Pending paid Current asked', 'It is blurred.'],
  ['Pending paid Current', ''],
  ['Cancelled failed Current after expire', ''],
] as const)('a booking that is %s has the reason "%s"', (description, reason) => {
  expect(familyStatus(parseFacts(description)).reason).toBe(reason)
})

test('the second person of a family is not asked to send a denied urn request again', () => {
  expect(familyStatus(parseFacts('Confirmed PreOrder relative after deny')).next).toBe('The niche is still reserved.')
})

test('both certificates that were asked for are named', () => {
  const certificateRequest: FamilyFacts['certificateRequest'] = { kinds: ['birth', 'death'], reason: '' }
  const { next } = familyStatus({ ...parseFacts('Pending paid Current asked'), certificateRequest })
  expect(next).toContain('Please send the birth and death certificates from My Bookings.')
})

describe('the table of states', () => {
  const movers = ['user', 'staff', 'system'] as const

  /** Follows every allowed move from the two states of a new booking. `before` leads back to a state that was already seen. */
  function reachableStates() {
    const fresh = { status: 'Pending', payment: 'Pending', urn: false, certificateAsked: false } as const
    const open: BookingState[] = (['Current', 'PreOrder'] as const).flatMap((type) =>
      (['user', 'staff'] as const).map((madeBy) => ({ ...fresh, type, madeBy })),
    )
    const seen = new Map<string, BookingState>()
    for (let state = open.pop(); state; state = open.pop()) {
      const key = JSON.stringify(state)
      if (seen.has(key)) continue
      seen.set(key, state)
      for (const by of movers) {
        for (const event of actionsFor(state, by)) {
          const move = findTransition(state, event, by)
          if (move && move.to !== 'before') open.push(...statesAfter(state, event, move))
        }
      }
    }
    return [...seen.values()]
  }

  function statesAfter(state: BookingState, event: string, move: Transition): BookingState[] {
    const after = { ...state, ...(move.to === 'before' ? {} : move.to) }
    const urn = move.urn === 'Open' || (state.urn && !move.urn)
    const asked = event === 'requestCertificate' || (state.certificateAsked && event !== 'sendCertificate')
    const payments: PaymentStatus[] = move.money === 'settle' ? ['Paid', 'Waived'] : [paymentAfter(move, state.payment)]
    return payments.map((payment) => ({
      ...after,
      payment,
      urn,
      certificateAsked: asked && after.status === 'Pending',
    }))
  }

  const describeState = ({ status, type, payment, urn, certificateAsked }: BookingState) =>
    [status, payment === 'Pending' ? 'unpaid' : payment.toLowerCase(), type, urn && 'urn', certificateAsked && 'asked']
      .filter(Boolean)
      .join(' ')

  test('the table of states has every state that the transitions can lead to', () => {
    const known = new Set(states.map(([description]) => description.replace(' cash', '').replace(/ after .*/, '')))
    const missing = reachableStates()
      .map(describeState)
      .filter((state) => !(known as Set<string>).has(state))
    expect(reachableStates().length).toBeGreaterThan(20)
    expect([...new Set(missing)]).toEqual([])
  })
})
