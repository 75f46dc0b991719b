import { expect, test } from 'vitest'
import { type StatementFacts, toStatement } from './statement.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 14, 9, minute))
const move = (minute: number, kind: string, cents: number) => ({
  at: at(minute),
  paymentID: 'P-1',
  kind,
  method: 'Cash' as const,
  cents,
})
const document = (minute: number, number: string, kind: 'bill' | 'creditNote') => ({
  at: at(minute),
  number,
  kind,
  paymentID: 'P-1',
  text: 'Niche A-1, Hall 1',
  cents: 100_00,
})
const bill = document(1, 'COL-000001', 'bill')
const note = document(5, 'COL-000002', 'creditNote')
const paid = move(1, 'paid', 100_00)
const refunded = move(5, 'refunded', -100_00)

const cases: Record<string, [Partial<StatementFacts>, string]> = {
  'nothing was charged': [{}, ' => 0.00'],
  'a niche is kept and not paid': [
    { due: [{ at: at(0), text: 'Niche A-1', cents: 100_00 }] },
    'Niche A-1, not paid yet 100.00 => 100.00',
  ],
  'a bill was paid': [{ documents: [bill], moves: [paid] }, 'Niche A-1, Hall 1 100.00, Paid, Cash 100.00 => 0.00'],
  'a paid bill was refunded': [
    { documents: [bill, note], moves: [paid, refunded] },
    'Niche A-1, Hall 1 100.00, Paid, Cash 100.00, Credit note 100.00, Returned, Cash -100.00 => 0.00',
  ],
  'a bill was corrected': [
    { documents: [bill, note, document(5, 'COL-000003', 'bill')], moves: [paid] },
    'Niche A-1, Hall 1 100.00, Paid, Cash 100.00, Credit note 100.00, Niche A-1, Hall 1 100.00 => 0.00',
  ],
  'a payment was settled and refunded before there were bills': [
    { moves: [paid, refunded] },
    'Niche A-1 100.00, Paid, Cash 100.00, Credited 100.00, Returned, Cash -100.00 => 0.00',
  ],
  'money came too late and waits to be returned': [
    { moves: [move(1, 'late', 100_00)] },
    'Paid, Cash 100.00 => -100.00',
  ],
  'a cardholder has disputed the payment, and the bank has taken the money': [
    { documents: [bill], moves: [paid, move(4, 'dispute withdrawn', -100_00)] },
    'Niche A-1, Hall 1 100.00, Paid, Cash 100.00, Taken back by the bank, Cash -100.00 => 100.00',
  ],
  'a refund was returned by the bank': [
    { documents: [bill, note], moves: [paid, refunded, move(6, 'refund failed later', 100_00)] },
    'Niche A-1, Hall 1 100.00, Paid, Cash 100.00, Credit note 100.00, Returned, Cash -100.00, Paid, Cash 100.00 => -100.00',
  ],
}

test.each(Object.entries(cases))(
  'a statement adds up what was charged, paid and credited: %s',
  (_, [facts, expected]) => {
    const { entries, balance } = toStatement({ documents: [], moves: [], text: 'Niche A-1', due: [], ...facts })
    const amountOf = (entry: (typeof entries)[number]) =>
      [entry.charged, entry.paid, entry.credited].find((amount) => amount !== '0.00')
    expect(`${entries.map((entry) => `${entry.what} ${amountOf(entry)}`).join(', ')} => ${balance}`).toBe(expected)
  },
)
