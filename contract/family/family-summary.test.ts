import { describe, expect, test } from 'vitest'
import type { Appointment } from '../appointments/api.ts'
import { appointmentStatuses, openStatuses } from '../appointments/appointment.ts'
import type { FamilyUrn } from '../urns/placement.ts'
import { familySummary, type Placing } from './family-summary.ts'

const approved = {
  bookingID: 'B-7K2M9QX4TR',
  bookingStatus: 'Confirmed',
  bookingType: 'Current',
  madeBy: 'user',
  paymentStatus: 'Paid',
  paymentMethod: 'Cash',
  paymentAmount: '3800.00',
  holdExpiresAt: null,
  sharesNiche: false,
  urnRequested: false,
  certificateAsked: false,
  certificateRequest: null,
  actingFor: null,
  ending: null,
} as const
const pending = { ...approved, bookingStatus: 'Pending' } as const
const preOrder = { ...approved, bookingType: 'PreOrder' } as const
const archived = { ...approved, bookingType: 'Archived' } as const
const imported = { ...approved, madeBy: 'import' } as const

const placed: FamilyUrn = {
  bookingID: approved.bookingID,
  place: 'niche',
  since: '2026-05-02T18:30:00.000Z',
  wasTakenOut: false,
  nicheCode: 'TH-1A-03-05',
  nichePlace: 'Tembusu Hall, level 1, block A',
  releasedTo: '',
}
const urnIn = (place: FamilyUrn['place'], changes: Partial<FamilyUrn> = {}): FamilyUrn => ({
  ...placed,
  place,
  ...changes,
})
const appointmentWith = (status: Appointment['status']): Appointment => ({
  appointmentID: 'A-1',
  bookingID: approved.bookingID,
  version: 1,
  status,
  startsAt: '2026-11-25T02:00:00.000Z',
  endsAt: '2026-11-25T03:00:00.000Z',
  buildingName: 'Tembusu Hall',
  message: '',
})
const nothing: Placing = { urn: undefined, appointment: undefined }

const inNiche = 'The urn is in niche TH-1A-03-05, Tembusu Hall, level 1, block A, since 3 May 2026.'
const takenOut = 'The urn was taken out of its niche on 3 May 2026 and is with our staff.'
const chooseDay = ': Choose a day for the urn'

test.each([
  ['no urn was received', approved, undefined, ['The urn is not with us yet.', chooseDay]],
  ['the booking is still being checked', pending, undefined, []],
  ['the niche is reserved for later', preOrder, undefined, []],
  ['the booking is from a register', imported, undefined, [chooseDay]],
  ['the urn is placed, on 3 May in Singapore', approved, placed, [`${inNiche}: Placement certificate`]],
  ['the urn of a register is placed', imported, placed, [`${inNiche}: Placement certificate`]],
  [
    'the urn is at the counter',
    approved,
    urnIn('counter'),
    ['The urn is with our staff, since 3 May 2026.', chooseDay],
  ],
  ['the urn is on a shelf', approved, urnIn('shelf'), ['The urn is with our staff, since 3 May 2026.', chooseDay]],
  ['the urn was taken out', approved, urnIn('staff', { wasTakenOut: true }), [takenOut, chooseDay]],
  ['the urn was taken out and shelved', approved, urnIn('shelf', { wasTakenOut: true }), [takenOut, chooseDay]],
  [
    'the urn was released and the booking archived',
    archived,
    urnIn('family', { releasedTo: 'Tan Ah Kow' }),
    ['The urn was released to Tan Ah Kow on 3 May 2026.'],
  ],
])('if %s, the family reads where the urn is and what it can do', (_, booking, urn, lines) => {
  expect(linesOf(booking, { ...nothing, urn })).toEqual(lines)
})

describe('of an appointment on 25 November the family reads', () => {
  const day = 'Wednesday, 25 Nov 2026, 10:00 to 11:00'
  const line: Record<Appointment['status'], string> = {
    requested: `You proposed ${day}. We will write to you.: Change the time`,
    confirmed: `Placement on ${day}: Change or cancel`,
    moved: `Placement on ${day}: Change or cancel`,
    arrived: `Placement on ${day}: See the appointment`,
    done: `The appointment was on ${day}: See the appointment`,
    cancelled: chooseDay,
    'not held': chooseDay,
  }

  test.each(appointmentStatuses)('its day and what can be changed if it is %s', (status) => {
    expect(linesOf(approved, { urn: undefined, appointment: appointmentWith(status) })).toContain(line[status])
  })
})

test.each([
  ['nothing is planned yet', nothing, 'Please choose a day'],
  ['an appointment was cancelled', { ...nothing, appointment: appointmentWith('cancelled') }, 'Please choose a day'],
])('what happens next is said if %s', (_, placing, words) => {
  expect(familySummary(approved, placing).next).toContain(words)
})

test.each([
  ['a day is chosen', { ...nothing, appointment: appointmentWith('confirmed') }],
  ['the urn was received', { ...nothing, urn: urnIn('counter') }],
])('what happens next is left to the lines once %s', (_, placing) => {
  expect(familySummary(approved, placing).next).toBe('')
})

test.each([
  ['is unpaid', { ...pending, paymentStatus: 'Pending' } as const, nothing, 'Complete payment'],
  ['waits for staff', pending, nothing, undefined],
  ['is a pre-order', preOrder, nothing, 'Request Urn Placement'],
  ['is approved', approved, nothing, 'Choose a day for the urn'],
  ['is approved, still loading', approved, undefined, undefined],
  ['has a day', approved, { ...nothing, appointment: appointmentWith('confirmed') }, 'See the appointment'],
  ['is placed', approved, { ...nothing, urn: placed }, 'Placement certificate'],
  ['was cancelled', { ...approved, bookingStatus: 'Cancelled' } as const, nothing, 'Choose a niche'],
  ['is archived', archived, nothing, undefined],
])('the next action of a booking that %s', (_, booking, placing, label) => {
  expect(familySummary(booking, placing).action?.label).toBe(label)
})

test.each(openStatuses)('an urn that is not known yet is not mentioned above an appointment that is %s', (status) => {
  const lines = linesOf(approved, { urn: undefined, appointment: appointmentWith(status) })
  expect(lines).toHaveLength(1)
})

test('while urn and appointment are still loaded, only what the booking itself says is shown', () => {
  const { next, lines } = familySummary(approved)
  expect(next).toContain('Please choose a day')
  expect(lines).toEqual([])
})

const linesOf = (booking: Parameters<typeof familySummary>[0], placing: Placing) =>
  familySummary(booking, placing).lines.map(({ words, link }) => (link ? `${words}: ${link.label}` : words))
