import { expect, test } from 'vitest'
import { timelineOf } from './timeline.ts'

test('a timeline has moves of booking, right, urn and appointment, and letters, the latest first', () => {
  const entries = timelineOf({
    booking: [
      { at: '2026-11-01T02:00:00.000Z', event: 'submit', actorName: 'Tan Mei Ling', reason: '' },
      { at: '2026-11-02T02:00:00.000Z', event: 'approve', actorName: 'Kavitha Nair', reason: '' },
    ],
    right: [
      {
        number: 'R-000012',
        event: 'grant',
        endsOn: null,
        at: '2026-11-02T02:00:00.500Z',
        by: 'Kavitha Nair',
        reason: null,
        bookingID: 'B-7K2M9QX4TR',
      },
    ],
    urn: [
      {
        at: '2026-11-05T02:00:00.000Z',
        event: 'place',
        by: 'Kavitha Nair',
        witness: 'Arif Rahman',
        where: 'In niche TH-1A-03-05',
        reason: '',
        release: null,
      },
    ],
    appointments: [
      {
        at: '2026-11-03T02:00:00.000Z',
        event: 'move',
        by: 'Tan Mei Ling',
        startsAt: '2026-11-05T01:00:00.000Z',
        reason: 'Rain',
      },
    ],
    letters: [
      {
        to: 'mei@post.sg',
        subject: 'Your booking is approved',
        writtenAt: '2026-11-02T02:00:01.000Z',
        sentAt: null,
      },
    ],
  })
  expect(entries.map(({ what, by, to, note }) => [what, by ?? to, note])).toEqual([
    ['Urn placed', 'Kavitha Nair and Arif Rahman', 'In niche TH-1A-03-05'],
    ['Appointment moved', 'Tan Mei Ling', '5 Nov 2026, 09:00. Rain'],
    ['Letter: Your booking is approved', 'mei@post.sg', 'Not sent yet'],
    ['Right R-000012 granted', 'Kavitha Nair', 'Booking B-7K2M9QX4TR'],
    ['Approved', 'Kavitha Nair', ''],
    ['Submitted', 'Tan Mei Ling', ''],
  ])
})
