import { formatDay } from '#contract/dates.ts'
import { formatAnniversary, type RemembranceChoice } from '#contract/family/remembrance.ts'
import { daysOfInvitation } from '#contract/family/sharing.ts'
import { pathTo } from '#contract/pages.ts'
import { beneficiaryOf, type LockedBooking } from '#server/bookings/public.ts'
import { facts, letter, link, nameBeneficiary, nameOr, oncePer } from '#server/mail/outbox.ts'
import type { FamilyRelative } from './queries.ts'

/** The token is behind the `#`, which a browser sends to no server. */
export const pathWithToken = (name: 'sharedPerson' | 'familyInvitation' | 'endReminder', token: string): `/${string}` =>
  `${pathTo(name)}#${token}`

const holderOr = (name: string) => nameOr('A member of your family', name)
const relativeOr = (name: string) => nameOr('The person you invited', name)
const personOf = ({ relative, beneficiaryName }: FamilyRelative) => nameBeneficiary(relative.bookingID, beneficiaryName)
const seePage = ({ relative }: FamilyRelative) =>
  link('See the page', pathTo('person', { bookingID: relative.bookingID }))

const mayDo =
  'This means: seeing where the niche is and how far everything is, choosing, changing or cancelling the day on which the urn is placed, and reading our letters about it. Everything else stays with the person who booked.'

export function invitationLetter(locked: LockedBooking, token: string) {
  const [holder, person] = [holderOr(locked.applicant.fullName), beneficiaryOf(locked)]
  return letter('family-invitation', `${holder} asks you to help with the niche of ${person}`, [
    `${holder} would like to look after the niche of ${person} together with you.`,
    mayDo,
    'Please log in or create an account, and accept. The person who invited you then agrees, and we write to you.',
    link('See the invitation', pathWithToken('familyInvitation', token)),
    `The link works for ${daysOfInvitation} days. If you do not know who invited you, you need not do anything.`,
  ])
}

export const acceptedLetter = (locked: LockedBooking, relativeID: string, name: string) =>
  letter(oncePer('family-accepted', relativeID), `${relativeOr(name)} has accepted your invitation`, [
    `${relativeOr(name)} would like to help with the niche of ${beneficiaryOf(locked)}. Please look at the name and the email address, and agree if this is the person you meant.`,
    mayDo,
    link('Look and agree', pathTo('person', { bookingID: locked.booking.bookingID })),
    `Until you agree, nobody sees anything. The invitation ends ${daysOfInvitation} days after it was sent.`,
  ])

/** Written to the second person. */
export const holderAgreedLetter = (found: FamilyRelative) =>
  letter(
    oncePer('family-agreed', found.relative.relativeID, 'second'),
    `You can now help with the niche of ${personOf(found)}`,
    [
      `${holderOr(found.holder.fullName)} has agreed. You find ${personOf(found)} in My Bookings.`,
      mayDo,
      seePage(found),
    ],
  )

/** Written to the holder. */
export function youAgreedLetter(found: FamilyRelative) {
  const name = relativeOr(found.account?.fullName ?? '')
  return letter(
    oncePer('family-agreed', found.relative.relativeID, 'holder'),
    `${name} can now help with the niche of ${personOf(found)}`,
    [
      'You have agreed to this.',
      mayDo,
      'You can end it at any time on the page of this person.',
      seePage(found),
      'If this was not you, please end it, change your password and call us.',
    ],
  )
}

/** Written to the second person. */
export const yourHelpEndedLetter = (found: FamilyRelative) =>
  letter(oncePer('family-ended', found.relative.relativeID, 'second'), endedSubject(found), [
    `You no longer see the niche of ${personOf(found)} in My Bookings, and our letters about it go to ${nameOr('the person who booked', found.holder.fullName)} alone.`,
  ])

/** Written to the holder. */
export const helpEndedLetter = (found: FamilyRelative) =>
  letter(oncePer('family-ended', found.relative.relativeID, 'holder'), endedSubject(found), [
    `${nameOr('The second person', found.account?.fullName ?? '')} no longer sees the niche of ${personOf(found)}, and cannot choose its day any more.`,
  ])

const endedSubject = (found: FamilyRelative) => `Helping with the niche of ${personOf(found)} has ended`

/** Written to the holder who has asked for it. */
export function remembranceLetter(
  locked: LockedBooking,
  { calendar, about, token }: Pick<RemembranceChoice, 'calendar'> & { about: string; token: string },
) {
  const person = beneficiaryOf(locked)
  return letter(
    oncePer('remembrance', locked.booking.bookingID, about),
    `The anniversary of ${person} is on ${formatDay(about)}`,
    [
      'You asked us to remind you of this day, thirty days before.',
      facts({ Person: person, Anniversary: formatAnniversary(about, { calendar }), Niche: locked.nicheCode }),
      link('End this reminder', pathWithToken('endReminder', token)),
      'You need not do anything. You can also end the reminder, or choose another calendar, on the page of this person in My Bookings.',
    ],
  )
}
