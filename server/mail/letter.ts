import type { Language } from '#contract/words/languages.ts'
import type { Speaker } from '#contract/words/t.ts'

/** What a letter says. Layout, greeting and plain-text version are added by `renderLetter`. */
export interface Letter {
  /** The kind of letter in logs and the outbox: `receipt`, `approved`. Each has a row in decision 38. */
  kind: string
  subject: string
  paragraphs: readonly string[]
  facts?: readonly Fact[]
  action?: LetterAction | undefined
  /** Paragraphs after the facts and the link. */
  closing?: readonly string[]
  /** Paragraphs that stay as they are in each language, such as who issued a receipt. */
  asWritten?: readonly string[]
  /** Writes the file that is attached, so that the recipient's calendar adds, updates or removes the appointment. */
  calendar?: (speaker: Speaker) => CalendarFile
  /** A second letter with the same key is not written. Without a key the letter counts towards the limits, see `limitLetters`. */
  dedupeKey?: string | undefined
  /** It waits in the house until then, and `withdrawLetter` can take it back. */
  notBefore?: Date | undefined
  /** The booking that it is about, for staff who look up what a family was told. Letters to staff have none. */
  bookingID?: string
}

/** The recipient of a letter. Nothing is written without an address, as for a booking from a register that no account has. */
export interface Recipient {
  email: string | null
  /** The name in the greeting; without one the letter begins with 'Hello'. */
  fullName?: string | undefined
  /** Who acts for a recipient under 18. */
  guardian?: string | undefined
  /** `null` if they have chosen none. If it is not known, the account with this address is asked. */
  language?: Language | null | undefined
}

export interface CalendarFile {
  method: 'REQUEST' | 'CANCEL'
  /** The text of the file, as RFC 5545 says. */
  content: string
}

export type Fact = readonly [label: string, value: string]

/** A link to Columba. The origin is always that of `PUBLIC_URL`, so no request can make a letter link elsewhere. */
interface LetterAction {
  label: string
  path: `/${string}`
}

type Sending = Pick<Letter, 'kind' | 'dedupeKey' | 'notBefore'>
type Part = string | Pick<Letter, 'facts' | 'action'> | false | undefined

/**
 * A letter in the order in which it is read: paragraphs, `facts`, `link`, and words that close it. Parts that are empty or false are
 * left out. `closing` stands where a letter without facts and link closes.
 */
export function letter(kind: string | Sending, subject: string, parts: readonly Part[]): Letter {
  const said = parts.flatMap((part) => part || [])
  const others = said.filter((part) => typeof part === 'object')
  const end = others[0] ? said.indexOf(others[0]) : said.length
  return {
    ...(typeof kind === 'string' ? { kind } : kind),
    subject,
    paragraphs: textsOf(said.slice(0, end)),
    facts: others.flatMap((part) => part.facts ?? []),
    action: others.find((part) => part.action)?.action,
    closing: textsOf(said.slice(end)),
  }
}

const textsOf = (parts: readonly (string | object)[]) => parts.filter((part) => typeof part === 'string')

export const aboutBooking = (bookingID: string, letter: Letter): Letter => ({ ...letter, bookingID })

/** Values by label, in this order. Those that are undefined are left out. */
export const facts = (values: Record<string, string | undefined>) => ({
  facts: Object.entries(values).flatMap(([label, value]): Fact[] => (value === undefined ? [] : [[label, value]])),
})

export const link = (label: string, path: `/${string}`) => ({ action: { label, path } })

export const closing = {}

/** A kind of letter that is written once for what these words identify, and that the limits do not count. */
export const oncePer = (kind: string, ...words: (string | number | false)[]): Sending => ({
  kind,
  dedupeKey: [kind, ...words.filter((word) => word !== false)].join(':'),
})
