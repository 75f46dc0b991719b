import { z } from 'zod'
import { reason, required, uuid } from '../schema-parts.ts'
import { requestID } from './confirmation.ts'
import { isUrnTag, readTag } from './tag.ts'

/** What a person finds in a niche. `missing`: no urn. `unexpected`: an urn that should not be there; its tag may be missing or unreadable. */
export const findings = ['present', 'missing', 'unexpected'] as const
type Finding = (typeof findings)[number]

export const stockTakeStates = ['open', 'done', 'cancelled'] as const

/** What one person found in one niche, and the tag of the urn if it can be read. */
export interface Mark {
  finding: Finding
  tag: string
}

/** The tag of the urn that was found; empty if it has none or cannot be read. */
export const seenTag = z
  .string()
  .trim()
  .max(300, 'At most 300 characters')
  .transform((text) => text && readTag(text))
  .refine((tag) => !tag || isUrnTag(tag), 'This is not the tag of an urn. Please check each character.')

export const MarkForm = z.object({
  requestID,
  countID: uuid,
  nicheID: uuid,
  /** The urn that should be there and that the mark is about, in a niche for several people; otherwise empty. */
  expectedTag: seenTag,
  finding: z.enum(findings, 'Please choose what you found.'),
  tag: seenTag,
})
export type MarkForm = z.output<typeof MarkForm>

/** The key of what a mark is about: a niche, or one urn in a niche for several people. */
export const spotOf = ({ nicheID, expectedTag }: Pick<MarkForm, 'nicheID' | 'expectedTag'>) =>
  `${nicheID} ${expectedTag}`

export const CancelStockTakeForm = z.object({ countID: uuid, reason })
export const SettleForm = z.object({ differenceID: uuid, note: required('Please say what you found.', 500) })

/** Stands in for a missing mark, because an empty niche that should be empty needs none. */
const nothing: Mark = { finding: 'missing', tag: '' }

/** Whether a person has to mark the niche: the ledger has an urn in it, or an admin has overridden it to Occupied. */
export const needsMark = ({ tag, isOccupied }: { tag: string | null; isOccupied: boolean }) =>
  tag !== null || isOccupied

/** Whether both people found in the niche what the ledger says: this urn, or none. */
export function agrees(expectedTag: string | null, marks: readonly (Mark | undefined)[]): boolean {
  return marks.every((mark = nothing) =>
    expectedTag === null ? mark.finding === 'missing' : mark.finding === 'present' && mark.tag === expectedTag,
  )
}

/** Turns an unexpected urn into a present one if the ledger has the urn with this tag there. */
export const readMark = (mark: Mark, expectedTag: string | null): Mark =>
  mark.finding === 'unexpected' && mark.tag !== '' && mark.tag === expectedTag ? { ...mark, finding: 'present' } : mark

/** Null if the person marked nothing, as in a niche that should be empty. */
export function describeMark(mark: Mark | null): string {
  if (!mark || mark.finding === 'missing') return 'No urn'
  return mark.tag ? `Urn ${mark.tag}` : 'An urn without a readable tag'
}

/** The mark of a person who found the urn that should be there. */
export const asListed = ({ tag }: { tag: string | null }): Mark => ({ finding: 'present', tag: tag ?? '' })

export const describeExpected = (tag: string | null): string => (tag ? `Urn ${tag}` : 'No urn')
