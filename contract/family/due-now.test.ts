import { expect, test } from 'vitest'
import { type DueFacts, dueNow } from './due-now.ts'
import type { StaffPerson } from './staff-person-api.ts'

const approved = {
  bookingID: 'B-7K2M9QX4TR',
  bookingStatus: 'Confirmed',
  bookingType: 'Current',
  madeBy: 'user',
  paymentStatus: 'Paid',
  paymentMethod: 'Cash',
  paymentAmount: '3800.00',
  urnRequested: false,
  certificateRequest: null,
} as StaffPerson['booking']
const pending = { ...approved, bookingStatus: 'Pending' } as const
const cancelled = { ...approved, bookingStatus: 'Cancelled', paymentStatus: 'Refunding' } as const

type Place = NonNullable<StaffPerson['urn']>['place']
const urnIn = (place: Place) => ({ tag: 'U-7K2M9AXW', place, where: '' })

const now = new Date('2026-11-25T04:00:00Z')
const onDay = (day: string, status: NonNullable<StaffPerson['appointment']>['status'] = 'confirmed') => ({
  appointmentID: '',
  bookingID: approved.bookingID,
  version: 1,
  status,
  startsAt: `${day}T02:00:00.000Z`,
  endsAt: `${day}T03:00:00.000Z`,
  buildingName: '',
  message: '',
})
const [yesterday, today, tomorrow] = ['2026-11-24', '2026-11-25', '2026-11-26'] as const

const asked = { kinds: ['birth'], reason: 'Blurred', requestedAt: '2026-11-20T02:00:00.000Z' } as const
const approval = '/booking-approval/B-7K2M9QX4TR'
const chooseDay = '/appointment?bookingID=B-7K2M9QX4TR'

const of = (
  booking: Partial<StaffPerson['booking']>,
  urn: DueFacts['urn'] = null,
  appointment: DueFacts['appointment'] = null,
  chargesDue: DueFacts['chargesDue'] = null,
): DueFacts => ({ booking: { ...approved, ...booking } as StaffPerson['booking'], urn, appointment, chargesDue })

test.each<[string, DueFacts, title: string, staff: string | undefined, admin: string | undefined]>([
  ['unpaid', of({ ...pending, paymentStatus: 'Pending' }), 'Take the payment', 'payment', undefined],
  ['paid', of(pending), 'Decide on the booking', approval, undefined],
  ['waived', of({ ...pending, paymentStatus: 'Waived' }), 'Decide on the booking', approval, undefined],
  ['an urn request', of({ ...pending, urnRequested: true }), 'Decide on the urn request', approval, undefined],
  [
    'a certificate was asked for',
    of({ ...pending, certificateRequest: { ...asked, kinds: ['birth'] } }),
    'Waiting for the family',
    approval,
    undefined,
  ],
  ['a reserved pre-order', of({ bookingType: 'PreOrder' }), 'Nothing is due', undefined, undefined],
  ['approved, no day', of({}), 'Choose a day for the urn', chooseDay, undefined],
  [
    'the urn is here, no day',
    of({}, urnIn('shelf'), onDay(yesterday, 'not held')),
    'Choose a day for the urn',
    chooseDay,
    undefined,
  ],
  ['a proposed time', of({}, null, onDay(tomorrow, 'requested')), 'Answer the family', '/placements', '/placements'],
  [
    'a day to come',
    of({}, null, onDay(tomorrow)),
    'Placement is planned',
    '/placements?day=2026-11-26',
    '/placements?day=2026-11-26',
  ],
  ['today', of({}, null, onDay(today)), 'Receive the urn', 'receive', 'receive'],
  ['a day that has passed', of({}, null, onDay(yesterday)), 'Receive the urn', 'receive', 'receive'],
  [
    'arrived with the urn received',
    of({}, urnIn('counter'), onDay(today, 'arrived')),
    'Place the urn',
    '/urn-check?event=place&tag=U-7K2M9AXW',
    '/urn-check?event=place&tag=U-7K2M9AXW',
  ],
  ['in its niche', of({}, urnIn('niche'), onDay(today)), 'Nothing is due', undefined, undefined],
  [
    'in its niche, a charge unpaid',
    of({}, urnIn('niche'), null, '80.00'),
    'Take the payment of charges',
    '/person/B-7K2M9QX4TR#charges',
    '/person/B-7K2M9QX4TR#charges',
  ],
  [
    'archived, a charge unpaid',
    of({ bookingType: 'Archived' }, null, null, '80.00'),
    'Take the payment of charges',
    '/person/B-7K2M9QX4TR#charges',
    '/person/B-7K2M9QX4TR#charges',
  ],
  ['a day to choose, a charge unpaid', of({}, null, null, '80.00'), 'Choose a day for the urn', chooseDay, undefined],
  ['in its niche by a register', of({ madeBy: 'import' }, urnIn('listed')), 'Nothing is due', undefined, undefined],
  ['not where the register says', of({}, urnIn('nowhere')), 'Find the urn', '/urns/U-7K2M9AXW', '/urns/U-7K2M9AXW'],
  ['released', of({}, urnIn('family')), 'Nothing is due', undefined, undefined],
  ['from a register without an urn', of({ madeBy: 'import' }), 'Nothing is due', undefined, undefined],
  ['archived', of({ bookingType: 'Archived' }), 'Nothing is due', undefined, undefined],
  ['cancelled, cash to return', of(cancelled), 'Give the money back', '/dashboard#refunds', undefined],
  [
    'cancelled, paid by card',
    of({ ...cancelled, paymentMethod: 'Credit Card' }),
    'Nothing is due',
    undefined,
    undefined,
  ],
])(
  'of a person whose booking is %s, what is due has a button only for whoever can do it',
  (_, facts, title, staff, admin) => {
    const dueFor = (role: 'staff' | 'admin') => dueNow(facts, role, now)
    expect(dueFor('staff').title).toBe(title)
    expect([dueFor('staff').action?.to, dueFor('admin').action?.to]).toEqual([staff, admin])
  },
)
