import { z } from 'zod'

/** No two of these look alike in print. There are 23, a prime number, which the check character needs. */
const alphabet = '23456789ACEFHJKMNPRTWXY'
export const tagAlphabet = alphabet
const length = 8

/** The sum of each character's value times its position. It is a multiple of 23 for every tag. */
const checksum = (characters: string): number =>
  [...characters].reduce((sum, character, index) => sum + alphabet.indexOf(character) * (index + 1), 0) %
  alphabet.length

/** The tag for seven characters, with the eighth that makes it valid. */
export function tagFrom(seven: string): string {
  const last = [...alphabet].find((character) => checksum(seven + character) === 0)
  return `U-${seven}${last}`
}

/** False if one character is wrong, or if any two have changed places. */
export function isUrnTag(text: string): boolean {
  const characters = /^U-(.*)$/.exec(text)?.[1] ?? ''
  const areKnown = [...characters].every((character) => alphabet.includes(character))
  return characters.length === length && areKnown && checksum(characters) === 0
}

/**
 * Reads a tag from the address in a QR code, or as people type it, with or without `U-`. The eight characters contain
 * no U.
 */
export function readTag(text: string): string {
  const typed = text.trim().toUpperCase()
  const inAddress = /U-[0-9A-Z]{8}(?![0-9A-Z])/.exec(typed)?.[0]
  return inAddress ?? `U-${typed.replace(/[\s-]/g, '').replace(/^U/, '')}`
}

export const urnTag = z
  .string('Please enter or scan the tag of the urn.')
  .trim()
  .min(1, 'Please enter or scan the tag of the urn.')
  .max(300, 'At most 300 characters')
  .transform(readTag)
  .refine(isUrnTag, 'This is not the tag of an urn. Please check each character.')
