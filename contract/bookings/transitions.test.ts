import { describe, expect, test } from 'vitest'
import type { PaymentStatus } from '../payments/payment.ts'
import type { BookingStatus, BookingType } from './booking.ts'
import { moveRefusals } from './refusals.ts'
import {
  actionsFor,
  type BookingState,
  explainRefusal,
  findTransition,
  nicheAfter,
  paymentAfter,
} from './transitions.ts'

/** Parses a description such as `Pending paid PreOrder urn`. */
function parseState(description: string): BookingState {
  const has = (word: string) => description.split(' ').includes(word)
  const payment: PaymentStatus = has('paid') ? 'Paid' : has('waived') ? 'Waived' : has('failed') ? 'Failed' : 'Pending'
  return {
    status: (['Pending', 'Confirmed', 'Cancelled'] satisfies BookingStatus[]).find(has) ?? 'Pending',
    type: (['Current', 'PreOrder', 'Archived'] satisfies BookingType[]).find(has) ?? 'Current',
    payment,
    urn: has('urn'),
    certificateAsked: has('asked'),
    madeBy: has('counter') ? 'staff' : 'user',
    nicheFree: has('free'),
    urnPlaced: has('placed'),
    urnHeld: has('held'),
    justDenied: has('denied'),
  }
}

test.each([
  ['Pending unpaid Current', 'user', ['amend', 'pay', 'cancel']],
  ['Pending unpaid Current', 'staff', ['amend', 'finalise', 'cancel', 'deny']],
  ['Pending unpaid Current', 'system', ['pay', 'expire']],
  ['Pending unpaid Current counter', 'user', ['pay', 'cancel']],
  ['Pending unpaid Current counter', 'staff', ['amend', 'finalise', 'cancel', 'deny']],
  ['Pending paid Current', 'staff', ['approve', 'deny', 'requestCertificate']],
  ['Pending paid Current', 'user', []],
  ['Pending paid Current asked', 'staff', ['approve', 'deny']],
  ['Pending paid Current asked', 'user', ['sendCertificate']],
  ['Pending paid PreOrder', 'staff', ['approve', 'confirm', 'deny', 'requestCertificate']],
  ['Pending waived PreOrder', 'staff', ['approve', 'confirm', 'deny', 'requestCertificate']],
  ['Pending paid PreOrder', 'user', ['requestUrn']],
  ['Pending paid PreOrder urn', 'staff', ['approve', 'deny', 'requestCertificate']],
  ['Pending paid PreOrder urn', 'user', []],
  ['Confirmed paid Current', 'staff', ['archive', 'reopen']],
  ['Confirmed paid Current placed', 'staff', []],
  ['Confirmed paid Current held', 'staff', ['archive']],
  ['Pending paid Current held', 'staff', ['approve', 'requestCertificate']],
  ['Pending paid PreOrder urn held', 'staff', ['approve', 'deny', 'requestCertificate']],
  ['Confirmed paid PreOrder held', 'staff', ['reopen']],
  ['Confirmed paid PreOrder', 'staff', ['release', 'reopen']],
  ['Confirmed paid PreOrder', 'user', ['requestUrn']],
  ['Cancelled paid denied free', 'staff', ['undoDenial']],
  ['Cancelled paid denied', 'staff', []],
  ['Confirmed paid PreOrder denied', 'staff', ['undoDenial', 'release', 'reopen']],
  ['Confirmed paid Archived', 'staff', []],
  ['Confirmed paid Archived free', 'staff', ['reopen']],
  ['Cancelled failed Current', 'staff', []],
  ['Cancelled failed Current', 'system', ['retake']],
  ['Cancelled paid Current', 'system', []],
  ['Confirmed paid Current', 'admin', []],
] as const)('a booking that is %s: %s may %j', (booking, by, events) => {
  expect(actionsFor(parseState(booking), by)).toEqual(events)
})

describe('effects of a move', () => {
  test('approving a pre-order makes it current and its niche occupied', () => {
    const move = findTransition(parseState('Pending paid PreOrder'), 'approve', 'staff')
    expect(move?.to).toEqual({ status: 'Confirmed', type: 'Current' })
    expect(move && nicheAfter(move, 'Current')).toBe('Occupied')
  })

  test.each([
    ['Current', 'Occupied'],
    ['PreOrder', 'Reserved'],
  ] as const)('finalising a counter booking of type %s makes its niche %s immediately', (type, niche) => {
    const move = findTransition(parseState(`Pending counter ${type}`), 'finalise', 'staff')
    expect(move?.to).toEqual({ status: 'Confirmed' })
    expect(move && nicheAfter(move, type)).toBe(niche)
  })

  test("finalising an applicant's own booking at the counter settles the payment but does not approve the certificates", () => {
    expect(findTransition(parseState('Pending Current'), 'finalise', 'staff')).toMatchObject({
      to: {},
      money: 'settle',
    })
  })

  test.each([
    ['paid', 'Refunding'],
    ['waived', 'Waived'],
    ['unpaid', 'Failed'],
  ] as const)('denying a booking that is %s makes its payment %s', (money, after) => {
    const state = parseState(`Pending ${money} Current`)
    const move = findTransition(state, 'deny', 'staff')
    expect(move && paymentAfter(move, state.payment)).toBe(after)
  })

  test('denying an urn request restores the previous status and leaves the payment unchanged', () => {
    const state = parseState('Pending paid PreOrder urn')
    const move = findTransition(state, 'deny', 'staff')
    expect(move).toMatchObject({ to: 'before', niche: 'before', urn: 'Denied' })
    expect(move && paymentAfter(move, state.payment)).toBe('Paid')
  })
})

test.each([
  ['Pending unpaid Current', 'approve', 'UNPAID', 'This booking has not been paid yet.'],
  ['Cancelled failed Current', 'approve', 'CANCELLED', 'This booking has been cancelled.'],
  ['Confirmed paid Current', 'approve', 'ALREADY_CONFIRMED', 'This booking has already been confirmed.'],
  ['Pending paid Current', 'cancel', 'ALREADY_PAID', 'This booking has already been paid.'],
  [
    'Pending paid Current',
    'archive',
    'ONLY_CURRENT_ARCHIVED',
    'Only a confirmed booking for current use can be archived.',
  ],
  [
    'Confirmed paid Current placed',
    'archive',
    'URN_PLACED',
    'The urn is in the niche. Please take it out and release it first.',
  ],
  ['Confirmed paid Current held', 'reopen', 'URN_HELD', 'The urn is with us. Please release it first.'],
  ['Pending paid Current held', 'deny', 'URN_HELD', 'The urn is with us. Please release it first.'],
  ['Confirmed paid Current held', 'deny', 'ALREADY_CONFIRMED', 'This booking has already been confirmed.'],
  [
    'Confirmed paid Archived',
    'reopen',
    'NICHE_TAKEN_SINCE',
    'The niche of this archived booking is not free any more.',
  ],
  [
    'Pending paid PreOrder urn',
    'confirm',
    'URN_REQUEST_OPEN',
    'An urn placement has been requested: approve or deny the request.',
  ],
  ['Pending paid Current', 'requestUrn', 'ONLY_PRE_ORDER_URN', 'Only a pre-order can request urn placement.'],
  ['Pending paid PreOrder urn', 'requestUrn', 'URN_ALREADY_REQUESTED', 'An urn placement has already been requested.'],
  [
    'Pending unpaid Current counter',
    'amend',
    'MADE_AT_COUNTER',
    'This booking was made at our counter. Please ask our staff to change it.',
  ],
  ['Pending paid Current counter', 'amend', 'ALREADY_PAID', 'This booking has already been paid.'],
] as const)('a booking that is %s refuses %s: %s, %s', (booking, event, refusal, sentence) => {
  expect(explainRefusal(parseState(booking), event)).toBe(refusal)
  expect(moveRefusals[refusal]).toBe(sentence)
})
