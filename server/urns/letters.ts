import { formatDateTime, formatWeekday, toDay, toTime } from '#contract/dates.ts'
import { buildingLevelBlock } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { daysAfterLoss } from '#contract/urns/confirmation.ts'
import { type TwoPersonEvent, urnMoves } from '#contract/urns/moves.ts'
import { beneficiaryOf } from '#server/bookings/public.ts'
import { facts, type Letter, letter, link, nameOr, oncePer } from '#server/mail/outbox.ts'
import type { LockedUrn } from './queries.ts'
import type { Whereabouts } from './whereabouts.ts'

interface Mismatch {
  attemptID: string
  event: TwoPersonEvent
  tag: string
  what: string
  nicheCode: string
  by: string
}

/** Written to every admin. */
export const mismatchLetter = ({ attemptID, event, tag, what, nicheCode, by }: Mismatch) =>
  letter(oncePer('urn mismatch', attemptID), `The move of urn ${tag} was stopped`, [
    what,
    'Nothing was moved. Please find out what happened before anybody tries again.',
    facts({
      Urn: tag,
      'Niche entered': nicheCode,
      Move: urnMoves[event].label,
      'Entered by': nameOr('A member of staff', by),
    }),
    link('See the stopped moves', pathTo('adminDashboard')),
  ])

const bookingFacts = (urn: LockedUrn) =>
  facts({ Booking: urn.booking.bookingID, Niche: urn.nicheCode, For: beneficiaryOf(urn) })

/** Sent to everybody who could object. Its key exempts it from the limits on letters. */
export const lossLetter = (urn: LockedUrn, reportID: string, releasableFrom: Date) =>
  letter(oncePer('urn documents lost', reportID), `Somebody asks for the urn of booking ${urn.booking.bookingID}`, [
    `Somebody has asked us to release the urn of ${beneficiaryOf(urn)} from niche ${urn.nicheCode}, and says that the documents are lost.`,
    `We release no urn without documents until ${daysAfterLoss} days have passed. If you did not ask for it, or do not agree, please call us or come to our counter before ${formatDateTime(releasableFrom)}.`,
    bookingFacts(urn),
  ])

/** The same on paper. Its days count from the day on which it is posted. */
export const describeLoss = (urn: LockedUrn) =>
  `Somebody has asked us to release the urn of ${beneficiaryOf(urn)} from niche ${urn.nicheCode}, and says that the documents are lost. We release no urn without documents until ${daysAfterLoss} days after this letter was posted. If you did not ask for it, or do not agree, please tell us before that.`

export const describeLossWithdrawn = (urn: LockedUrn) =>
  `The documents for the urn of ${beneficiaryOf(urn)} in niche ${urn.nicheCode} are no longer reported lost. The urn can be released again to somebody who shows them.`

/** Sent to the same people, because the urn can be released at once to somebody with the documents. */
export const lossWithdrawnLetter = (urn: LockedUrn, reportID: string) =>
  letter(
    oncePer('urn loss withdrawn', reportID),
    `The documents of booking ${urn.booking.bookingID} are no longer reported lost`,
    [
      `Two of our staff have withdrawn the report that the documents for the urn of ${beneficiaryOf(urn)} in niche ${urn.nicheCode} are lost.`,
      `The urn can be released again to somebody who shows these documents. If they are reported lost once more, we write to you, and the ${daysAfterLoss} days begin anew. If you do not agree, please call us or come to our counter.`,
      bookingFacts(urn),
    ],
  )

/** The family is not told that its urn was seen where it should be. */
export type ToldEvent = Exclude<TwoPersonEvent, 'see'>

/** For all holders of the right to the niche. */
export function describeLeaving(event: Exclude<ToldEvent, 'place'>, urn: LockedUrn, { last }: Whereabouts) {
  const theUrn = `urn of ${beneficiaryOf(urn)}`
  switch (event) {
    case 'takeOut':
      return `The ${theUrn} was taken out of its niche. It is with us.`
    case 'release':
      return `The ${theUrn} was handed to ${nameOr('somebody', last.releasedTo ?? '')}.`
    case 'disprove':
      return `Our old register says that the ${theUrn} rests in its niche. Two of our staff have looked, and it is not there.`
  }
}

/** What two people have done with the urn, for the family. */
export function movedLetter(event: ToldEvent, urn: LockedUrn, now: Whereabouts): Letter {
  const { moveID, at } = now.last
  const { bookingID } = urn.booking
  const name = beneficiaryOf(urn)
  const whatHappened = facts({
    Booking: bookingID,
    Day: formatWeekday(toDay(at)),
    Time: `${toTime(at)}, Singapore time`,
    Place: buildingLevelBlock(now),
    Niche: now.nicheCode,
  })
  const objection = 'If you did not expect this, please call us at once or come to our counter.'
  switch (event) {
    case 'place':
      return letter(oncePer('urn placed', moveID), `The urn of ${name} has been placed`, [
        `The urn of ${name} rests in its niche now. Thank you for your trust.`,
        whatHappened,
        link('See the placement certificate', pathTo('placementCertificate', { bookingID })),
      ])
    case 'takeOut':
      return letter(oncePer('urn taken out', moveID), `The urn of ${name} has been taken out of its niche`, [
        `Two members of our staff have taken out the urn of ${name}. It is with us.`,
        objection,
        whatHappened,
      ])
    case 'release':
      return letter(oncePer('urn released', moveID), `The urn of ${name} has been released`, [
        `Two members of our staff have checked the papers and handed the urn of ${name} to ${nameOr('somebody', now.last.releasedTo ?? '')}.`,
        objection,
        whatHappened,
      ])
    case 'disprove':
      return letter(
        { kind: 'urn not found', dedupeKey: `urn ${urnMoves.disprove.past}:${moveID}` },
        `The urn of ${name} is not in its niche`,
        [
          `Our old register says that the urn of ${name} rests in this niche. Two members of our staff have looked, and it is not there.`,
          'Please call us or come to our counter, and tell us what you know of it.',
          whatHappened,
        ],
      )
  }
}
