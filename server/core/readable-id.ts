import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten characters of Crockford's base 32, which has no letters that are easily confused when read aloud. */
export const newReadableID = (prefix: 'B' | 'P') =>
  `${prefix}-${[...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]).join('')}`
