import { contactKey } from '#contract/accounts/account.ts'
import { readRightNumber } from '#contract/rights/term.ts'
import { bookingID, paymentID } from '#contract/schema-parts.ts'
import { isUrnTag, readTag } from '#contract/urns/tag.ts'
import { mayBeCode } from '#server/database/bare-code.ts'

/** What a text is taken for. Each is looked up by an index of its own. */
export type SearchTerms =
  | { kind: 'id'; bookingID?: string; paymentID?: string }
  | { kind: 'email'; prefix: string }
  | { kind: 'contactNumber'; key: string }
  | { kind: 'nicheCode'; prefix: string }
  /** A code can look like a tag; then the niches are shown too. */
  | { kind: 'tag'; tag: string; prefix: string }
  /** A code can look like the number of a right, too. */
  | { kind: 'right'; prefix: string }
  /** `codePrefix` is set if the text can be of a niche code too. */
  | { kind: 'name'; name: string; codePrefix?: string }

/**
 * A number of 8 digits or more is a contact number, other digits without a space are of a niche code, and the rest is a name; with
 * digits it may be of a niche code too.
 */
export function toSearchTerms(text: string): SearchTerms {
  const compact = text.replaceAll(/\s/g, '').toUpperCase()
  const ids = readIDs(compact)
  if (ids) return { kind: 'id', ...ids }
  if (text.includes('@')) return { kind: 'email', prefix: text.toLowerCase() }
  const tag = readTag(text)
  if (isUrnTag(tag) && (/^U[\s-]/i.test(text) || isMixed(compact))) return { kind: 'tag', tag, prefix: compact }
  if (readRightNumber(text) !== undefined) return { kind: 'right', prefix: compact }
  const digits = text.replaceAll(/\D/g, '')
  if (/^\+?[\d\s()-]+$/.test(text) && digits.length >= 8) return { kind: 'contactNumber', key: contactKey(text) }
  if (/^[\w-]*\d[\w-]*$/.test(text)) return { kind: 'nicheCode', prefix: compact }
  return { kind: 'name', name: text, ...(mayBeCode(text) && { codePrefix: text }) }
}

/** An ID may be read out without its first letter. */
function readIDs(compact: string) {
  const [booking, payment] = [bookingID.safeParse(compact), paymentID.safeParse(compact)]
  if (booking.success) return { bookingID: booking.data }
  if (payment.success) return { paymentID: payment.data }
  const isBare = isMixed(compact) && bookingID.safeParse(`B-${compact}`).success
  return isBare ? { bookingID: `B-${compact}`, paymentID: `P-${compact}` } : undefined
}

/** Names have no digits and contact numbers no letters, so a text with both is neither. */
const isMixed = (compact: string) => /\d/.test(compact) && /[A-Z]/.test(compact)
