/** Returns the same numbers at every run, so that all demo installations are alike. */
export function createRandom(seed: number) {
  let state = seed

  /** Mulberry32: short, fast, and good enough for demo data. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const text = (length: number, letters: string) =>
    Array.from({ length }, () => letters[int(0, letters.length - 1)]).join('')

  return {
    int,
    chance: (of: number) => next() < of,
    pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T,
    digits: (length: number) => text(length, '0123456789'),
    /** Ten characters of Crockford's base 32, as in booking and payment IDs. */
    readableID: () => text(10, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
    uuid: () => {
      const hex = text(32, '0123456789abcdef')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
export type Random = ReturnType<typeof createRandom>
