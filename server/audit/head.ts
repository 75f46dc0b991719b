/** The newest hash of the chain and how many entries it covers. Kept elsewhere, it proves that none of them was changed or cut off. */
export interface Head {
  position: number
  hash: string
}

/** The head before the first entry. */
export const genesis: Head = { position: 0, hash: '0'.repeat(64) }

export const formatHead = ({ position, hash }: Head) => `${position}:${hash}`

/** Earlier versions printed the hash without its position. */
export type ExpectedHead = Pick<Head, 'hash'> & { position: number | undefined }

/** Reads `NUMBER:HASH`. */
export function parseHead(text: string): ExpectedHead | undefined {
  const [, position, hash] = /^(?:(\d{1,15}):)?([0-9a-f]{64})$/.exec(text.trim()) ?? []
  return hash === undefined ? undefined : { hash, position: position === undefined ? undefined : Number(position) }
}
