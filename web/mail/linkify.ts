export interface TextPart {
  /** Offset in the letter. */
  at: number
  words: string
  isLink: boolean
}

/** Splits a plain-text letter into links and the text between them. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const words of text.split(/(https?:\/\/[^\s<>)]+)/)) {
    if (words) parts.push({ at, words, isLink: /^https?:/.test(words) })
    at += words.length
  }
  return parts
}
