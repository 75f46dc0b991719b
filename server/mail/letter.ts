/** The content of a letter. Layout, greeting and plain-text version are added by `renderLetter`. */
export interface Letter {
  to: string
  /** The kind of letter in logs and the outbox: `receipt`, `approved`. Each has a row in decision 38. */
  kind: string
  subject: string
  /** For the greeting; without a name the letter begins with 'Hello'. */
  name?: string | undefined
  paragraphs: readonly string[]
  facts?: readonly Fact[]
  action?: LetterAction
  /** Paragraphs after the facts and the link. */
  closing?: readonly string[]
  /** Attached, so that the recipient's calendar adds, updates or removes it. */
  calendar?: CalendarFile
  /** A second letter with the same key is not written. Without a key the letter counts towards the limits, see `limitLetters`. */
  dedupeKey?: string
  /** It waits in the house until then, and `withdrawLetter` can take it back. */
  notBefore?: Date | undefined
}

export interface CalendarFile {
  method: 'REQUEST' | 'CANCEL'
  /** As RFC 5545 says. */
  content: string
}

export type Fact = readonly [label: string, value: string]

/** A link to Columba. The origin is always that of `PUBLIC_URL`, so no request can make a letter link elsewhere. */
interface LetterAction {
  label: string
  path: `/${string}`
}
