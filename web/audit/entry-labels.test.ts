import { expect, test } from 'vitest'
import { auditActions } from '#contract/audit/api.ts'
import { actionLabel, actionLabels, formatDetails } from './entry-labels.ts'

test('no two kinds of entries read alike', () => {
  expect(new Set(Object.values(actionLabels)).size).toBe(auditActions.length)
})

test('a kind that is not known yet is shown as it is', () => {
  expect(actionLabel('booking.requestUrn')).toBe('Urn placement requested')
  expect(actionLabel('something.new')).toBe('something.new')
})

test('details read as a line', () => {
  expect(formatDetails({ reason: 'moved', newStatus: 'Blocked', paymentID: 'P-1' })).toBe(
    'reason: moved; new status: Blocked; payment ID: P-1',
  )
  expect(formatDetails({ note: '', amountCents: 370000, certificates: ['birth', 'death'], from: { a: 1 } })).toBe(
    'amount: SGD 3,700.00; certificates: birth, death; from: {"a":1}',
  )
})
