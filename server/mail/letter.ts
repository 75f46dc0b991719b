/** What a letter says. Its look, its greeting and its plain-text twin come from the one layout. */
export interface Letter {
  to: string
  /** Which letter this is, as logs and the outbox name it: `receipt`, `booking-approved`. */
  kind: string
  subject: string
  /** Whom it greets; an unknown name is greeted without one, never as 'undefined'. */
  name?: string | undefined
  paragraphs: readonly string[]
  facts?: readonly Fact[]
  action?: LetterAction
  /** Said after the facts and the link. */
  closing?: readonly string[]
  /** The same letter asked for twice is written once. */
  dedupeKey?: string
}

export type Fact = readonly [label: string, value: string]

/** A link within Columba: the origin is always `PUBLIC_URL`'s, so no request can choose where a letter leads. */
export interface LetterAction {
  label: string
  path: `/${string}`
}
