import { expect, test } from 'vitest'
import { linkify } from './linkify.ts'

test('linkify makes links in a letter clickable and keeps all of its text', () => {
  const text = 'See it here:\nhttp://127.0.0.1:3000/receipt?bookingID=B-1\n\nWith care'
  const parts = linkify(text)
  expect(parts.filter((part) => part.isLink).map((part) => part.words)).toEqual([
    'http://127.0.0.1:3000/receipt?bookingID=B-1',
  ])
  expect(parts.map((part) => part.words).join('')).toBe(text)
})
