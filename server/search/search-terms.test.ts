import { expect, test } from 'vitest'
import { toSearchTerms } from './search-terms.ts'

test.each([
  ['B-7K2M9QX4TR', { kind: 'id', bookingID: 'B-7K2M9QX4TR' }],
  [' b-7k2m9 qx4tr', { kind: 'id', bookingID: 'B-7K2M9QX4TR' }],
  ['p-7k2m9qx4tr', { kind: 'id', paymentID: 'P-7K2M9QX4TR' }],
  ['7K2M9QX4TR', { kind: 'id', bookingID: 'B-7K2M9QX4TR', paymentID: 'P-7K2M9QX4TR' }],
  ['Mei.Ling@Post.sg', { kind: 'email', prefix: 'mei.ling@post.sg' }],
  ['+65 9123 4567', { kind: 'contactNumber', key: '91234567' }],
  ['91234567', { kind: 'contactNumber', key: '91234567' }],
  ['R-000012', { kind: 'right', prefix: 'R-000012' }],
  ['r12', { kind: 'right', prefix: 'R12' }],
  ['th-1a', { kind: 'nicheCode', prefix: 'TH-1A' }],
  ['7k2m 9axw', { kind: 'tag', tag: 'U-7K2M9AXW', prefix: '7K2M9AXW' }],
  ['u7k2m9axw', { kind: 'tag', tag: 'U-7K2M9AXW', prefix: 'U7K2M9AXW' }],
  ['u-acefhjk6', { kind: 'tag', tag: 'U-ACEFHJK6', prefix: 'U-ACEFHJK6' }],
  ['9123', { kind: 'nicheCode', prefix: '9123' }],
  ['e/3.07 a', { kind: 'name', name: 'e/3.07 a', codePrefix: 'e/3.07 a' }],
  ['Tan Mei', { kind: 'name', name: 'Tan Mei' }],
  ['Anne-Marie', { kind: 'name', name: 'Anne-Marie' }],
  ['Chandrasek', { kind: 'name', name: 'Chandrasek' }],
])('the text %j is searched for as %j', (text, terms) => {
  expect(toSearchTerms(text)).toEqual(terms)
})
