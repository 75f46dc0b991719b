import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten of Crockford's letters, which people can read aloud without mistaking one for another. */
export const newReadableID = (prefix: 'B' | 'P') =>
  `${prefix}-${[...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]).join('')}`
