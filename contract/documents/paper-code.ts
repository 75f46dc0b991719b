import { z } from 'zod'

/** Crockford's base 32, in which no two characters look alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const hexDigits = 20

/** The code on a paper is the beginning of a random ID, 74 of whose bits are random: `7K2M-9QX4-TR5W-0A1B`. */
export function codeOfID(id: string): string {
  let rest = BigInt(`0x${id.replaceAll('-', '').slice(0, hexDigits)}`)
  let code = ''
  for (let index = 0; index < 16; index++, rest >>= 5n) code = alphabet.charAt(Number(rest & 31n)) + code
  return inFours(code)
}

const inFours = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

/** The first and the last ID that can have this code. */
export function idsWithCode(code: string): [first: string, last: string] {
  const values = [...code.replaceAll('-', '')].map((character) => BigInt(alphabet.indexOf(character)))
  const number = values.reduce((sum, value) => sum * 32n + value, 0n)
  const start = number.toString(16).padStart(hexDigits, '0')
  return [toUuid(start.padEnd(32, '0')), toUuid(start.padEnd(32, 'f'))]
}

const toUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const wrong = 'Please enter the 16 characters of the code.'

/** Accepts the code as people type it from paper. */
export const paperCode = z
  .string(wrong)
  .trim()
  .max(100, 'At most 100 characters')
  .transform((text) => text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1'))
  .refine((code) => /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code), { error: wrong, abort: true })
  .transform(inFours)
