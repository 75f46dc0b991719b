import type { CheckForm } from '#contract/urns/confirmation.ts'
import { twoPersonEvents } from '#contract/urns/moves.ts'

/** What the person has entered at the niche. */
export type Scanned = Omit<CheckForm, 'requestID'>

/** The ID of the attempt in the QR code that the first person shows; undefined for other texts. */
export const attemptIn = (text: string): string | undefined =>
  /\/urn-check\?(?:.*&)?attempt=([0-9a-f-]{36})/i.exec(text)?.[1]

/** Links may fill in the tag and the kind of move. */
export function scannedIn(search: URLSearchParams): Partial<Scanned> {
  const event = twoPersonEvents.find((each) => each === search.get('event'))
  return { tag: search.get('tag') ?? '', ...(event && { event }) }
}
