import { expect, test } from 'vitest'
import { auditActions, auditLabels } from '#contract/audit/audit-actions.ts'
import { actionLabel, formatDetails, subjectLabel } from './entry-labels.ts'

test('every audit action has a label of its own', () => {
  expect(new Set(Object.values(auditLabels)).size).toBe(auditActions.length)
})

test('an unknown audit action is shown as it is', () => {
  expect(actionLabel('booking.requestUrn')).toBe('Urn placement requested')
  expect(actionLabel('something.new')).toBe('something.new')
})

test('audit details are formatted on one line, with readable names and amounts', () => {
  expect(formatDetails({ reason: 'moved', newStatus: 'Blocked', paymentID: 'P-1' })).toBe(
    'reason: moved; new status: Blocked; payment ID: P-1',
  )
  expect(formatDetails({ attr: 'contactNumber' })).toBe('by contact number')
  expect(formatDetails({ note: '', amountCents: 370000, certificates: ['birth', 'death'], from: { a: 1 } })).toBe(
    'amount: SGD 3,700.00; certificates: birth, death; from: {"a":1}',
  )
})

test('a refused call is described by the sentence that the person saw, and how often it was repeated', () => {
  expect(formatDetails({ call: 'GET /api/audit', code: 'WRONG_ROLE', furtherTimes: 5 })).toBe(
    'call: GET /api/audit; Your account does not have permission to do this; further times: 5',
  )
  expect(formatDetails({ code: 'SOMETHING_OLD' })).toBe('SOMETHING_OLD')
})

test('the IDs of what has no name are not shown, alone or as a list, and other subjects are', () => {
  const id = '3f0e6c1a-5b7d-4c2e-9a61-0d8f2b4c6e70'
  for (const subject of [id, `${id} ${id}`]) expect(subjectLabel(subject)).toBe('Not named here')
  for (const subject of ['payments', 'U-KBRS49TA U-7M2QX4TR', `payments ${id}`, ''])
    expect(subjectLabel(subject)).toBe(subject)
})
