export interface Piece {
  /** Where in the letter it begins. */
  at: number
  words: string
  isLink: boolean
}

/** Links in a plain letter are there to be followed; what lies between them is kept as written. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const words of text.split(/(https?:\/\/[^\s<>)]+)/)) {
    if (words) pieces.push({ at, words, isLink: /^https?:/.test(words) })
    at += words.length
  }
  return pieces
}
