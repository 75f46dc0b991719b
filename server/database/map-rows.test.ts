import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mapFlatRows } from './map-rows.ts'
import { bookings } from './schema.ts'

type Mapper = ((rows: unknown[][]) => unknown[]) | undefined

/** Returns the mapper that it was given. */
class FakeSession {
  prepareQuery(_query: unknown, _fields: unknown, _name: unknown, _isArrayMode: boolean, mapper?: Mapper): Mapper {
    return mapper
  }
}
mapFlatRows(FakeSession)

const prepare = (fields: unknown, mapper?: Mapper) =>
  new FakeSession().prepareQuery({}, fields, undefined, true, mapper)

test('rows without nested objects are decoded by the type of each column, and null stays null', () => {
  const fields = [
    { path: ['bookingID'], field: bookings.bookingID },
    { path: ['createdAt'], field: bookings.createdAt },
    { path: ['holdExpiresAt'], field: bookings.holdExpiresAt },
    { path: ['isPaid'], field: sql`1`.mapWith(Boolean) },
    { path: ['label'], field: sql`2`.as('label') },
  ]
  const row = ['B-1', '2026-11-21 15:40:31.737+08', null, 1, 'two']
  expect(prepare(fields)?.([row])).toEqual([
    {
      bookingID: 'B-1',
      createdAt: new Date('2026-11-21T07:40:31.737Z'),
      holdExpiresAt: null,
      isPaid: true,
      label: 'two',
    },
  ])
})

test('a query with nested objects, one without a result, and one with a mapper of its own keep the mapper they have', () => {
  const own = () => []
  expect(prepare([{ path: ['last', 'at'], field: bookings.createdAt }])).toBeUndefined()
  expect(prepare(undefined)).toBeUndefined()
  expect(prepare([{ path: ['at'], field: bookings.createdAt }], own)).toBe(own)
})
