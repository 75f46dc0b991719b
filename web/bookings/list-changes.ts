import type { ApprovalDetail, OwnBooking } from '#contract/bookings/api.ts'
import { formatPartialDate } from '#contract/registers/partial-date.ts'
import { beneficiaryFacts } from './beneficiary-facts.ts'

type ApprovalOnlyFields = Pick<ApprovalDetail, 'nicheStatus' | 'remarks' | 'urnRequest' | 'relationshipProofSha256'>

/** What a clerk sees of a booking when deciding, on the approval page or at the payment step. */
export type Decidable = Pick<OwnBooking, keyof OwnBooking & keyof ApprovalDetail> & Partial<ApprovalOnlyFields>

export interface Change {
  what: string
  was: string
  now: string
}

const none = 'Not assigned'
const day = (text: string | null | undefined) => (text ? formatPartialDate(text) : none)

const facts: readonly (readonly [what: string, of: (booking: Decidable) => string])[] = [
  ['Type', ({ bookingType }) => bookingType],
  ['Status', ({ bookingStatus }) => bookingStatus],
  ['Niche status', ({ nicheStatus = '' }) => nicheStatus],
  ['Beneficiary name', ({ beneficiaryName }) => beneficiaryName || none],
  ...beneficiaryFacts.map(({ what, textOf }) => [what, (booking: Decidable) => textOf(booking, none)] as const),
  ['Remarks', ({ remarks }) => remarks || none],
  ['Payment amount', ({ paymentAmount }) => (paymentAmount === null ? none : `$${paymentAmount}`)],
  ['Payment method', ({ paymentMethod }) => paymentMethod ?? none],
  ['Payment status', ({ paymentStatus }) => paymentStatus ?? none],
  ['Urn placement', ({ urnRequest }) => (urnRequest ? 'Requested' : 'Not requested')],
  ['Requested date of death', ({ urnRequest }) => day(urnRequest?.dateOfDeath)],
  ['Requested inscription', ({ urnRequest }) => urnRequest?.inscription || none],
]

/** Lists every field on screen that differs, in the order of the screen. */
export function listChanges(seen: Decidable, now: Decidable): Change[] {
  const changed = facts
    .map(([what, of]) => ({ what, was: of(seen), now: of(now) }))
    .filter((change) => change.was !== change.now)
  return [
    ...changed,
    ...certificateChange('Birth certificate', seen.birthCertSha256, now.birthCertSha256),
    ...certificateChange('Death certificate', seen.deathCertSha256, now.deathCertSha256),
    ...certificateChange('Proof of relationship', seen.relationshipProofSha256, now.relationshipProofSha256),
  ]
}

/** Checksums show whether a file was replaced, without comparing megabytes. */
function certificateChange(what: string, was: string | null = null, now: string | null = null): Change[] {
  if (was === now) return []
  if (!was) return [{ what, was: 'none', now: 'added' }]
  return [{ what, was: 'the file you saw', now: now ? 'another file' : 'none' }]
}
