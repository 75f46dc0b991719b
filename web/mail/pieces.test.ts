import { expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'

test('a link in a letter can be followed, and nothing of the letter is lost', () => {
  const text = 'See it here:\nhttp://127.0.0.1:3000/receipt?bookingID=B-1\n\nWith care'
  const pieces = piecesOf(text)
  expect(pieces.filter((piece) => piece.isLink).map((piece) => piece.words)).toEqual([
    'http://127.0.0.1:3000/receipt?bookingID=B-1',
  ])
  expect(pieces.map((piece) => piece.words).join('')).toBe(text)
})
