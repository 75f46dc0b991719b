import { daysOfInvitation } from '#contract/family/sharing.ts'
import { pathTo } from '#contract/pages.ts'
import type { LockedBooking } from '#server/bookings/public.ts'
import { type Letter, nameBeneficiary, nameOr } from '#server/mail/outbox.ts'
import { pathWithToken } from './links.ts'
import type { FamilyRelative } from './queries.ts'

const holderOr = (name: string) => nameOr('A member of your family', name)
const relativeOr = (name: string) => nameOr('The person you invited', name)
const personOf = ({ booking, beneficiary }: LockedBooking) =>
  nameBeneficiary(booking.bookingID, beneficiary.beneficiaryName)

const mayDo =
  'This means: seeing where the niche is and how far everything is, choosing, changing or cancelling the day on which the urn is placed, and reading our letters about it. Everything else stays with the person who booked.'

export const invitationLetter = (email: string, held: LockedBooking, token: string): Letter => ({
  to: email,
  kind: 'family-invitation',
  subject: `${holderOr(held.applicant.fullName)} asks you to help with the niche of ${personOf(held)}`,
  paragraphs: [
    `${holderOr(held.applicant.fullName)} would like to look after the niche of ${personOf(held)} together with you.`,
    mayDo,
    'Please log in or create an account, and accept. The person who invited you then agrees, and we write to you.',
  ],
  action: { label: 'See the invitation', path: pathWithToken('familyInvitation', token) },
  closing: [
    `The link works for ${daysOfInvitation} days. If you do not know who invited you, you need not do anything.`,
  ],
})

export const acceptedLetter = (held: LockedBooking, relativeID: string, name: string): Letter => ({
  to: held.applicant.email ?? '',
  name: held.applicant.fullName,
  kind: 'family-accepted',
  subject: `${relativeOr(name)} has accepted your invitation`,
  paragraphs: [
    `${relativeOr(name)} would like to help with the niche of ${personOf(held)}. Please look at the name and the e-mail address, and agree if this is the person you meant.`,
    mayDo,
  ],
  action: { label: 'Look and agree', path: pathTo('person', { bookingID: held.booking.bookingID }) },
  closing: [`Until you agree, nobody sees anything. The invitation ends ${daysOfInvitation} days after it was sent.`],
  dedupeKey: `family-accepted:${relativeID}`,
})

export function agreedLetters(held: LockedBooking, { relative, account, holder }: FamilyRelative): Letter[] {
  const action = { label: 'See the page', path: pathTo('person', { bookingID: relative.bookingID }) }
  return [
    {
      ...addressed({ kind: 'family-agreed', side: 'second' }, relative.relativeID, account),
      subject: `You can now help with the niche of ${personOf(held)}`,
      paragraphs: [`${holderOr(holder.name)} has agreed. You find ${personOf(held)} in My Bookings.`, mayDo],
      action,
    },
    {
      ...addressed({ kind: 'family-agreed', side: 'holder' }, relative.relativeID, holder),
      subject: `${relativeOr(account?.name ?? '')} can now help with the niche of ${personOf(held)}`,
      paragraphs: ['You have agreed to this.', mayDo, 'You can end it at any time on the page of this person.'],
      action,
      closing: ['If this was not you, please end it, change your password and call us.'],
    },
  ]
}

/** No letters about an invitation that no account had accepted. */
export function endedLetters({ relative, account, holder, beneficiaryName }: FamilyRelative): Letter[] {
  if (!account) return []
  const person = nameBeneficiary(relative.bookingID, beneficiaryName)
  const subject = `Helping with the niche of ${person} has ended`
  return [
    {
      ...addressed({ kind: 'family-ended', side: 'second' }, relative.relativeID, account),
      subject,
      paragraphs: [
        `You no longer see the niche of ${person} in My Bookings, and our letters about it go to ${nameOr('the person who booked', holder.name)} alone.`,
      ],
    },
    {
      ...addressed({ kind: 'family-ended', side: 'holder' }, relative.relativeID, holder),
      subject,
      paragraphs: [
        `${nameOr('The second person', account.name)} no longer sees the niche of ${person}, and cannot choose its day any more.`,
      ],
    },
  ]
}

/** A letter with a key is exempt from the limits on letters, which could otherwise prevent ending the sharing. */
const addressed = (
  { kind, side }: { kind: string; side: 'holder' | 'second' },
  relativeID: string,
  person: { name: string; email: string } | null,
) => ({
  to: person?.email ?? '',
  name: person?.name ?? '',
  kind,
  dedupeKey: `${kind}:${relativeID}:${side}`,
})
