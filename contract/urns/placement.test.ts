import { expect, test } from 'vitest'
import { describeUrnForFamily, type FamilyUrn } from './placement.ts'

const current = { bookingStatus: 'Confirmed', bookingType: 'Current', madeBy: 'user' } as const
const placed: FamilyUrn = {
  bookingID: 'B-7K2M9QX4TR',
  place: 'niche',
  since: '2026-05-02T18:30:00.000Z',
  wasTakenOut: false,
  nicheCode: 'TH-1A-03-05',
  nichePlace: 'Tembusu Hall, level 1, block A',
  releasedTo: '',
}

test.each([
  ['no urn was received', current, undefined, 'Our records do not show the urn yet.'],
  ['the booking is still being checked', { ...current, bookingStatus: 'Pending' as const }, undefined, ''],
  ['the niche is reserved for later', { ...current, bookingType: 'PreOrder' as const }, undefined, ''],
  ['the booking is from a register', { ...current, madeBy: 'import' as const }, undefined, ''],
  [
    'the urn is placed, on 3 May in Singapore',
    current,
    placed,
    'The urn is in niche TH-1A-03-05, Tembusu Hall, level 1, block A, since 3 May 2026.',
  ],
  [
    'the urn of a register is placed',
    { ...current, madeBy: 'import' as const },
    placed,
    'The urn is in niche TH-1A-03-05, Tembusu Hall, level 1, block A, since 3 May 2026.',
  ],
  [
    'the urn is at the counter',
    current,
    { ...placed, place: 'counter' as const },
    'The urn is with our staff, since 3 May 2026.',
  ],
  [
    'the urn is on a shelf',
    current,
    { ...placed, place: 'shelf' as const },
    'The urn is with our staff, since 3 May 2026.',
  ],
  [
    'the urn was taken out',
    current,
    { ...placed, place: 'staff' as const, wasTakenOut: true },
    'The urn was taken out of its niche on 3 May 2026 and is with our staff.',
  ],
  [
    'the urn was taken out and shelved',
    current,
    { ...placed, place: 'shelf' as const, wasTakenOut: true },
    'The urn was taken out of its niche on 3 May 2026 and is with our staff.',
  ],
  [
    'the urn was released and the booking archived',
    { ...current, bookingType: 'Archived' as const },
    { ...placed, place: 'family' as const, releasedTo: 'Tan Ah Kow' },
    'The urn was released to Tan Ah Kow on 3 May 2026.',
  ],
])('if %s, the family reads where the urn is in one line', (_, booking, urn, words) => {
  expect(describeUrnForFamily(booking, urn)).toBe(words)
})
