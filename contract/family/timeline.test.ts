import { expect, test } from 'vitest'
import type { PaymentMethod } from '../payments/payment.ts'
import { timelineOf } from './timeline.ts'

const moved = (at: string, kind: string, method: PaymentMethod) => ({
  at,
  kind,
  by: 'Kavitha Nair',
  paymentID: 'P-7K2M9QX4TR',
  amount: '80.00',
  method,
})

test('a timeline has moves of booking, right, urn, appointment, charges and money, and letters, the latest first', () => {
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
    charges: [
      {
        at: '2026-11-03T03:00:00.000Z',
        event: 'add',
        by: 'Columba',
        text: 'Placement of an urn',
        amount: '80.00',
        reason: '',
      },
      {
        at: '2026-11-07T03:00:00.000Z',
        event: 'waive',
        by: 'Kavitha Nair',
        text: 'Plaque',
        amount: '20.00',
        reason: 'Our mistake',
      },
    ],
    money: [
      moved('2026-11-04T02:00:00.000Z', 'paid', 'Cash'),
      moved('2026-11-06T02:00:00.000Z', 'refunded', 'Cash'),
      moved('2026-11-06T03:00:00.000Z', 'dispute withdrawn', 'Credit Card'),
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
    ['Charge waived: Plaque, SGD 20.00', 'Kavitha Nair', 'Our mistake'],
    ['Taken back by the bank: SGD 80.00', 'Kavitha Nair', 'Credit Card, payment P-7K2M9QX4TR'],
    ['Refund recorded: SGD 80.00', 'Kavitha Nair', 'Cash, payment P-7K2M9QX4TR'],
    ['Urn placed', 'Kavitha Nair and Arif Rahman', 'In niche TH-1A-03-05'],
    ['Payment recorded: SGD 80.00', 'Kavitha Nair', 'Cash, payment P-7K2M9QX4TR'],
    ['Charge added: Placement of an urn, SGD 80.00', 'Columba', ''],
    ['Appointment moved', 'Tan Mei Ling', '5 Nov 2026, 09:00. Rain'],
    ['Letter: Your booking is approved', 'mei@post.sg', 'Not sent yet'],
    ['Right R-000012 granted', 'Kavitha Nair', 'Booking B-7K2M9QX4TR'],
    ['Approved', 'Kavitha Nair', ''],
    ['Submitted', 'Tan Mei Ling', ''],
  ])
})

test('a history without charges and money, as the build before sends it, is shown without them', () => {
  const history = { booking: [], right: [], urn: [], appointments: [], letters: [] }
  expect(timelineOf(history as never)).toEqual([])
})
