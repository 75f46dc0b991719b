import { expect, test } from 'vitest'
import type { MoveRow } from './locked-booking.ts'
import { findReversibleMove } from './reversible-move.ts'

/** `confirm` changes the booking; `finalise-` is one that changed nothing. */
const movesOf = (words: string): MoveRow[] =>
  words.split(' ').map((word, index) => ({
    moveID: index + 1,
    bookingID: 'B-0000000000',
    event: word.replace('-', '') as MoveRow['event'],
    fromStatus: 'Pending',
    fromType: 'PreOrder',
    fromNicheStatus: 'Pending',
    toStatus: word.endsWith('-') ? 'Pending' : 'Confirmed',
    toType: 'PreOrder',
    reason: '',
    actorID: null,
    at: new Date(0),
  }))

test.each([
  // what has happened                              what a reopening takes back, by its place
  ['submit pay- approve', 3],
  ['submit finalise', 2],
  ['submit finalise- approve', 3],
  ['submit pay- approve archive', 4],
  ['submit pay- approve archive reopen', 3],
  ['submit pay- approve reopen', undefined],
  ['submit pay- approve reopen confirm', 5],
  ['submit pay- confirm requestUrn approve', 5],
  ['submit pay- confirm requestUrn approve reopen deny', 3],
])('after %s it is move %j', (words, place) => {
  expect(findReversibleMove(movesOf(words))?.moveID).toBe(place)
})
