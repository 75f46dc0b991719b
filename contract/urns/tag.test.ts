import { expect, test } from 'vitest'
import { isUrnTag, readTag, tagAlphabet, tagFrom } from './tag.ts'

/** Tags with every character in every place. */
const tags = Array.from({ length: 100 }, (_, index) =>
  tagFrom(
    Array.from({ length: 7 }, (_, place) =>
      tagAlphabet.charAt((index * (place + 3) + place * 5) % tagAlphabet.length),
    ).join(''),
  ),
)

test('a tag is U-, seven characters and a check character, without characters that look alike', () => {
  for (const tag of tags) {
    expect(tag).toMatch(/^U-[2-9ACEFHJKMNPRTWXY]{8}$/)
    expect(isUrnTag(tag)).toBe(true)
  }
})

const places = [2, 3, 4, 5, 6, 7, 8, 9]

test('every single wrong character of a tag is detected', () => {
  const wrong = tags.flatMap((tag) =>
    places.flatMap((place) =>
      [...tagAlphabet].map((character) => tag.slice(0, place) + character + tag.slice(place + 1)),
    ),
  )
  const accepted = wrong.filter((text) => isUrnTag(text) && !tags.includes(text))
  expect(wrong.length).toBe(tags.length * places.length * tagAlphabet.length)
  expect(accepted).toEqual([])
})

test('every two neighbouring characters of a tag that changed places are detected', () => {
  const swapped = tags.flatMap((tag) =>
    places
      .slice(1)
      .filter((place) => tag[place] !== tag[place - 1])
      .map((place) => `${tag.slice(0, place - 1)}${tag[place]}${tag[place - 1]}${tag.slice(place + 1)}`),
  )
  expect(swapped.length).toBeGreaterThan(tags.length * 5)
  expect(swapped.filter(isUrnTag)).toEqual([])
})

test.each(['U-2222222', 'U-222222222', '', 'B-22222222', 'U-0000000O'])('%j is not the tag of an urn', (text) => {
  expect(isUrnTag(text)).toBe(false)
})

test('a tag is read from what people type, and from the address in its QR code', () => {
  const [tag = ''] = tags
  const eight = tag.slice(2)
  for (const typed of [
    tag,
    ` ${tag.toLowerCase()} `,
    eight,
    `u ${eight}`,
    `u${eight}`,
    `${eight.slice(0, 4)} ${eight.slice(4)}`,
  ])
    expect(readTag(typed), typed).toBe(tag)
  expect(readTag(`https://columba.example/urn-check?tag=${tag}`)).toBe(tag)
})
