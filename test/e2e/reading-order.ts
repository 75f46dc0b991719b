import { expect, type Locator } from '@playwright/test'

/** A screen reader reads these parts of the accessibility tree in this order. */
export async function expectReadInOrder(place: Locator, parts: readonly string[]) {
  const tree = await place.ariaSnapshot()
  const found = parts.map((part) => ({ part, at: tree.indexOf(part) }))
  expect(
    found.filter(({ at }) => at < 0),
    tree,
  ).toEqual([])
  expect(found.toSorted((one, other) => one.at - other.at).map(({ part }) => part)).toEqual(parts)
}
