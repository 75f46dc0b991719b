import { bookingID } from '#contract/schema-parts.ts'
import { isUrnTag, readTag } from '#contract/urns/tag.ts'
import { mayBeCode } from '#server/database/bare-code.ts'

/** How the text of a search is understood. Each kind has its own index. */
export type UrnTerms =
  | { kind: 'tag'; tag: string }
  | { kind: 'booking'; bookingID: string }
  | { kind: 'nicheOrCertificate'; codePrefix: string; cremationNumber: string }
  /** `tag` is set if the text is a valid tag as well, as some names of eight letters are, and `codePrefix` if it can be of a code. */
  | { kind: 'nameOrCertificate'; name: string; cremationNumber: string; tag?: string; codePrefix?: string }

/**
 * A tag needs no `U-` if it has a digit, because names have none. Another single word with a digit is a niche code, and
 * other text is a name, or a niche code too if it has digits; each may be the number of a certificate.
 */
export function toUrnTerms(text: string): UrnTerms {
  const tag = readTag(text)
  if (isUrnTag(tag) && (/^\s*U[\s-]|\//i.test(text) || /\d/.test(text))) return { kind: 'tag', tag }
  const booking = bookingID.safeParse(text.toUpperCase())
  if (booking.success) return { kind: 'booking', bookingID: booking.data }
  if (/^[\w-]*\d[\w-]*$/.test(text))
    return { kind: 'nicheOrCertificate', codePrefix: text.toUpperCase(), cremationNumber: text }
  return {
    kind: 'nameOrCertificate',
    name: text,
    cremationNumber: text,
    ...(isUrnTag(tag) && { tag }),
    ...(mayBeCode(text) && { codePrefix: text }),
  }
}
