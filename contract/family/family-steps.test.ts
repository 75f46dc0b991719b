import { expect, test } from 'vitest'
import type { Appointment } from '../appointments/api.ts'
import type { FamilyUrn } from '../urns/placement.ts'
import { familySteps, type StepFacts } from './family-steps.ts'
import type { Placing } from './family-summary.ts'

const approved: StepFacts = {
  bookingStatus: 'Confirmed',
  bookingType: 'Current',
  madeBy: 'user',
  paymentStatus: 'Paid',
  paymentDate: '2026-11-01T18:30:00.000Z',
  approvedAt: '2026-11-03T02:00:00.000Z',
  certificateAsked: false,
  urnRequested: false,
}
const paid: StepFacts = { ...approved, bookingStatus: 'Pending', approvedAt: null }
const unpaid: StepFacts = { ...paid, paymentStatus: 'Pending' }
const preOrder: StepFacts = { ...approved, bookingType: 'PreOrder' }
const requested: StepFacts = { ...paid, bookingType: 'PreOrder', urnRequested: true }
const imported: StepFacts = { ...approved, madeBy: 'import', paymentStatus: null, paymentDate: null, approvedAt: null }

const nothing: Placing = { urn: undefined, appointment: undefined }
const day = 'Wednesday, 25 Nov 2026, 10:00 to 11:00'
const withDay = (status: Appointment['status'], urn?: FamilyUrn['place']): Placing => ({
  appointment: {
    appointmentID: 'A-1',
    bookingID: 'B-7K2M9QX4TR',
    version: 1,
    status,
    startsAt: '2026-11-25T02:00:00.000Z',
    endsAt: '2026-11-25T03:00:00.000Z',
    buildingName: 'Tembusu Hall',
    message: '',
  },
  urn: urn && urnIn(urn),
})
const urnIn = (place: FamilyUrn['place']): FamilyUrn => ({
  bookingID: 'B-7K2M9QX4TR',
  place,
  since: '2026-11-25T02:30:00.000Z',
  wasTakenOut: false,
  nicheCode: 'TH-1A-03-05',
  nichePlace: 'Tembusu Hall, level 1, block A',
  releasedTo: '',
})
const [paidDone, papersDone] = ['done: Paid, 2 Nov 2026', 'done: Papers read, 3 Nov 2026']

test.each<[string, StepFacts, Placing | undefined, string[]]>([
  ['is unpaid', unpaid, nothing, ['now: Paid', 'later: Papers read', 'later: Day chosen', 'later: At rest']],
  [
    'is paid',
    paid,
    nothing,
    [paidDone, 'now: Papers read, Our staff are reading them', 'later: Day chosen', 'later: At rest'],
  ],
  [
    'is paid and waits for a certificate',
    { ...paid, certificateAsked: true },
    nothing,
    [paidDone, 'now: Papers read, We need another certificate', 'later: Day chosen', 'later: At rest'],
  ],
  [
    'was waived and approved',
    { ...approved, paymentStatus: 'Waived' },
    nothing,
    ['done: Paid, Nothing was to be paid', papersDone, 'now: Day chosen', 'later: At rest'],
  ],
  ['is approved, still loading', approved, undefined, [paidDone, papersDone, 'later: Day chosen', 'later: At rest']],
  [
    'has a proposed day',
    approved,
    withDay('requested'),
    [paidDone, papersDone, `now: Day chosen, You proposed ${day}`, 'later: At rest'],
  ],
  ['has a day', approved, withDay('confirmed'), [paidDone, papersDone, `done: Day chosen, ${day}`, 'now: At rest']],
  [
    'has a day, and the urn is here',
    approved,
    withDay('moved', 'shelf'),
    [paidDone, papersDone, `done: Day chosen, ${day}`, 'now: At rest, The urn is with our staff'],
  ],
  ['has a cancelled day', approved, withDay('cancelled'), [paidDone, papersDone, 'now: Day chosen', 'later: At rest']],
  [
    'is placed',
    approved,
    withDay('done', 'niche'),
    [paidDone, papersDone, `done: Day chosen, ${day}`, 'done: At rest, 25 Nov 2026'],
  ],
  ['is a pre-order', preOrder, nothing, [paidDone, papersDone]],
  [
    'is a pre-order whose urn is requested',
    requested,
    nothing,
    [paidDone, 'now: Papers read, Our staff are reading the death certificate', 'later: Day chosen', 'later: At rest'],
  ],
  ['is from a register', imported, nothing, ['now: Day chosen', 'later: At rest']],
  [
    'is from a register that says that the urn is there',
    imported,
    { ...nothing, urn: urnIn('listed') },
    ['done: At rest, According to our register'],
  ],
  ['is archived', { ...approved, bookingType: 'Archived' }, nothing, []],
  ['is cancelled', { ...paid, bookingStatus: 'Cancelled' }, nothing, []],
])('the steps of a booking that %s', (_, booking, placing, steps) => {
  expect(
    familySteps(booking, placing).map(
      ({ state, title, words }) => `${state}: ${[title, words].filter(Boolean).join(', ')}`,
    ),
  ).toEqual(steps)
})
