import { randomBytes } from 'node:crypto'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten of Crockford's letters, which people can read aloud without mistaking one for another. */
export const readableID = (prefix: 'B' | 'P') =>
  `${prefix}-${[...randomBytes(10)].map((byte) => letters[byte % letters.length]).join('')}`
