import { formatDateTime, formatWeekday, toDay, toTime } from '#contract/dates.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { daysAfterLoss } from '#contract/urns/confirmation.ts'
import { type TwoPersonEvent, urnMoves } from '#contract/urns/moves.ts'
import { type Letter, nameBeneficiary, nameOr } from '#server/mail/outbox.ts'
import type { LockedUrn } from './queries.ts'
import type { Whereabouts } from './whereabouts.ts'

interface MismatchFacts {
  attemptID: string
  event: TwoPersonEvent
  tag: string
  what: string
  niche: { nicheCode: string }
  by: string
  admin: { userID: string; email: string; fullName: string }
}

export const mismatchLetter = ({ attemptID, event, tag, what, niche, by, admin }: MismatchFacts): Letter => ({
  to: admin.email,
  name: admin.fullName,
  kind: 'urn mismatch',
  subject: `The move of urn ${tag} was stopped`,
  paragraphs: [what, 'Nothing was moved. Please find out what happened before anybody tries again.'],
  facts: [
    ['Urn', tag],
    ['Niche entered', niche.nicheCode],
    ['Move', urnMoves[event].label],
    ['Entered by', nameOr('A member of staff', by)],
  ],
  action: { label: 'See the stopped moves', path: pathTo('adminDashboard') },
  dedupeKey: `urn mismatch:${attemptID}:${admin.userID}`,
})

export interface LossFacts {
  to: string
  name: string
  bookingID: string
  nicheCode: string
  beneficiaryName: string
}
type LossReport = LossFacts & { reportID: string }

/** Sent to everybody who could object. Its key exempts it from the limits on letters. */
export const lossLetter = (facts: LossReport & { releasableFrom: Date }): Letter => ({
  to: facts.to,
  name: facts.name,
  kind: 'urn documents lost',
  subject: `Somebody asks for the urn of booking ${facts.bookingID}`,
  paragraphs: [
    `Somebody has asked us to release the urn of ${nameBeneficiary(facts.bookingID, facts.beneficiaryName)} from niche ${facts.nicheCode}, and says that the documents are lost.`,
    `We release no urn without documents until ${daysAfterLoss} days have passed. If you did not ask for it, or do not agree, please call us or come to our counter before ${formatDateTime(facts.releasableFrom)}.`,
  ],
  facts: [
    ['Booking', facts.bookingID],
    ['Niche', facts.nicheCode],
    ['For', nameBeneficiary(facts.bookingID, facts.beneficiaryName)],
  ],
  dedupeKey: `urn documents lost:${facts.reportID}:${facts.to}`,
})

/** Sent to the same people, because the urn can be released at once to somebody with the documents. */
export const lossWithdrawnLetter = (facts: LossReport): Letter => ({
  to: facts.to,
  name: facts.name,
  kind: 'urn loss withdrawn',
  subject: `The documents of booking ${facts.bookingID} are no longer reported lost`,
  paragraphs: [
    `Two of our staff have withdrawn the report that the documents for the urn of ${nameBeneficiary(facts.bookingID, facts.beneficiaryName)} in niche ${facts.nicheCode} are lost.`,
    `The urn can be released again to somebody who shows these documents. If they are reported lost once more, we write to you, and the ${daysAfterLoss} days begin anew. If you do not agree, please call us or come to our counter.`,
  ],
  facts: [
    ['Booking', facts.bookingID],
    ['Niche', facts.nicheCode],
    ['For', nameBeneficiary(facts.bookingID, facts.beneficiaryName)],
  ],
  dedupeKey: `urn loss withdrawn:${facts.reportID}:${facts.to}`,
})

/** What two people have done with the urn, for the holder; none for a booking from a register that has no account. */
export function movedLetter(event: TwoPersonEvent, { applicant, booking, beneficiary }: LockedUrn, urn: Whereabouts) {
  const { moveID, at, releasedTo } = urn.last
  if (!applicant.email) return undefined
  const name = nameBeneficiary(booking.bookingID, beneficiary.beneficiaryName)
  return {
    to: applicant.email,
    name: applicant.fullName,
    ...wordsByEvent[event](name, nameOr('somebody', releasedTo ?? '')),
    facts: [
      ['Booking', booking.bookingID],
      ['Day', formatWeekday(toDay(at))],
      ['Time', `${toTime(at)}, Singapore time`],
      ['Place', buildingLevelBlock(urn)],
      ['Niche', urn.nicheCode],
    ],
    ...(event === 'place' && {
      action: {
        label: 'See the placement certificate',
        path: pathTo('placementCertificate', { bookingID: booking.bookingID }),
      },
    }),
    dedupeKey: `urn ${urnMoves[event].past}:${moveID}`,
  } satisfies Letter
}

const objection = 'If you did not expect this, please call us at once or come to our counter.'

const wordsByEvent: Record<
  TwoPersonEvent,
  (name: string, releasedTo: string) => Pick<Letter, 'kind' | 'subject' | 'paragraphs'>
> = {
  place: (name) => ({
    kind: 'urn placed',
    subject: `The urn of ${name} has been placed`,
    paragraphs: [`The urn of ${name} rests in its niche now. Thank you for your trust.`],
  }),
  takeOut: (name) => ({
    kind: 'urn taken out',
    subject: `The urn of ${name} has been taken out of its niche`,
    paragraphs: [`Two members of our staff have taken out the urn of ${name}. It is with us.`, objection],
  }),
  release: (name, releasedTo) => ({
    kind: 'urn released',
    subject: `The urn of ${name} has been released`,
    paragraphs: [
      `Two members of our staff have checked the papers and handed the urn of ${name} to ${releasedTo}.`,
      objection,
    ],
  }),
  disprove: (name) => ({
    kind: 'urn not found',
    subject: `The urn of ${name} is not in its niche`,
    paragraphs: [
      `Our old register says that the urn of ${name} rests in this niche. Two members of our staff have looked, and it is not there.`,
      'Please call us or come to our counter, and tell us what you know of it.',
    ],
  }),
}
