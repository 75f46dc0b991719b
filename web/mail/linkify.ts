export interface TextPart {
  /** Where in the letter it begins. */
  at: number
  words: string
  isLink: boolean
}

/** Links in a plain letter are there to be followed; what lies between them is kept as written. */
export function linkify(text: string): TextPart[] {
  const pieces: TextPart[] = []
  let at = 0
  for (const words of text.split(/(https?:\/\/[^\s<>)]+)/)) {
    if (words) pieces.push({ at, words, isLink: /^https?:/.test(words) })
    at += words.length
  }
  return pieces
}
