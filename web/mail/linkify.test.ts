import { expect, test } from 'vitest'
import { linkify } from './linkify.ts'

test('a link in a letter can be followed, and nothing of the letter is lost', () => {
  const text = 'See it here:\nhttp://127.0.0.1:3000/receipt?bookingID=B-1\n\nWith care'
  const pieces = linkify(text)
  expect(pieces.filter((piece) => piece.isLink).map((piece) => piece.words)).toEqual([
    'http://127.0.0.1:3000/receipt?bookingID=B-1',
  ])
  expect(pieces.map((piece) => piece.words).join('')).toBe(text)
})
