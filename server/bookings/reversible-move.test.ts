import { expect, test } from 'vitest'
import type { Move } from './queries.ts'
import { closedCertificateRequest, findReversibleMove } from './reversible-move.ts'

/** Builds moves from event names. A trailing `-`, as in `finalise-`, makes a move that changed neither status nor type. */
const movesOf = (words: string): Move[] =>
  words.split(' ').map((word) => ({
    event: word.replace('-', '') as Move['event'],
    fromStatus: 'Pending',
    fromType: 'PreOrder',
    fromNicheStatus: 'Pending',
    toStatus: word.endsWith('-') ? 'Pending' : 'Confirmed',
    toType: 'PreOrder',
    reason: '',
    actorID: null,
    actorName: 'Columba',
    at: new Date(0),
  }))

test.each([
  // the moves so far                               the move that a reopening undoes, counted from 1
  ['submit pay- approve', 3],
  ['submit finalise', 2],
  ['submit finalise- approve', 3],
  ['submit pay- approve archive', 4],
  ['submit pay- approve archive reopen', 3],
  ['submit pay- approve reopen', undefined],
  ['submit pay- approve reopen confirm', 5],
  ['submit pay- confirm requestUrn approve', 5],
  ['submit pay- confirm requestUrn approve reopen deny', 3],
])('after the moves "%s", a reopening undoes move %j', (words, number) => {
  const moves = movesOf(words)
  expect(findReversibleMove(moves)).toBe(number && moves[number - 1])
})

test.each([
  // the moves; the last is the denial                                              did it close a request?
  ['submit- pay- deny', false],
  ['submit- pay- requestCertificate- deny', true],
  ['submit- pay- requestCertificate- sendCertificate- deny', false],
  ['submit- pay- requestCertificate- sendCertificate- requestCertificate- deny', true],
  ['submit- pay- requestCertificate- approve reopen- deny', false],
  ['submit- pay- requestCertificate- deny undoDenial- deny', true],
  ['submit- pay- requestCertificate- deny undoDenial- sendCertificate- deny', false],
  ['submit- pay- requestCertificate- approve reopen- deny undoDenial- deny', false],
])('after the moves "%s", the last of them closed a request for a certificate: %j', (words, closed) => {
  expect(closedCertificateRequest(movesOf(words))).toBe(closed)
})
