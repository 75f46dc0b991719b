import { expect, test } from 'vitest'
import { linkify } from './linkify.ts'

test('linkify makes links in a letter clickable and keeps all of its text', () => {
  const text = 'See it here:\nhttp://127.0.0.1:3000/receipt?bookingID=B-1\n\nWith care'
  const pieces = linkify(text)
  expect(pieces.filter((piece) => piece.isLink).map((piece) => piece.words)).toEqual([
    'http://127.0.0.1:3000/receipt?bookingID=B-1',
  ])
  expect(pieces.map((piece) => piece.words).join('')).toBe(text)
})
