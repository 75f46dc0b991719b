import { formatDay } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { describeAsked, type UrnLeaving } from '#contract/rights/agreement.ts'
import { type ClaimStatus, describeClaim } from '#contract/rights/claim.ts'
import { type ContactKind, contactTasks, daysToAccept } from '#contract/rights/contact.ts'
import type { NextExtension } from '#contract/rights/extension.ts'
import { formatRightNumber } from '#contract/rights/term.ts'
import { facts, type Letter, letter, link, nameOr, oncePer } from '#server/mail/outbox.ts'
import type { ClaimRow } from './claim-queries.ts'
import type { EndingRight } from './letter-queries.ts'

interface AboutRight {
  number: number
  nicheCode: string
}

const factsOf = ({ number, nicheCode }: AboutRight) => facts({ Niche: nicheCode, Right: formatRightNumber(number) })

/**
 * A right ends in so many months. It says what the family can do, and that nothing is done without it. Whoever gets it by post has no
 * account, nor has a contact, who reads by whom they were named.
 */
export function endLetter(
  { right, nicheCode, months }: EndingRight,
  next: NextExtension,
  inAccount: boolean,
  namedBy?: readonly string[],
) {
  const day = formatDay(right.endsOn ?? '')
  const until = months === 1 ? 'a month' : `${months} months`
  const subject = `The right to niche ${nicheCode} ends on ${day}`
  const known = facts({ Niche: nicheCode, Right: formatRightNumber(right.number), 'Ends on': day })
  if (namedBy)
    return letter('right-ends', subject, [
      `${joinNames(namedBy)} named you as a contact, so we tell you in good time: the right to the niche below ends on ${day}, in ${until}.`,
      next
        ? `Whoever holds it can extend it until ${formatDay(next.until)}, at our counter.`
        : 'Please talk to them or to us about what is to happen then.',
      known,
      'If we hear nothing from anybody, nothing is moved and nothing is given to anybody else. The right then waits, and all of you can still talk to us.',
      'If you no longer want these letters, please tell us.',
    ])
  return letter('right-ends', subject, [
    `We write to you in good time: the right to the niche below ends on ${day}, in ${until}.`,
    next
      ? inAccount
        ? `You can extend it until ${formatDay(next.until)}, in My Bookings or at our counter.`
        : `You can extend it until ${formatDay(next.until)}, at our counter.`
      : 'Please talk to us about what you would like to happen then.',
    known,
    inAccount && link('See it in My Bookings', pathTo('myBookings')),
    'If we hear nothing from you, nothing is moved and nothing is given to anybody else. The right then waits, and you can still talk to us.',
  ])
}

/** What a letter about a claim needs. */
export interface TellingClaim extends AboutRight {
  claim: ClaimRow
  leaving: readonly { holderID: number; name: string }[]
}

/** The name of this holder if they have died, as the claim says. */
export const nameOfDead = ({ claim, leaving }: Pick<TellingClaim, 'claim' | 'leaving'>, holderID: number | null) =>
  claim.kind === 'succession' ? leaving.find((each) => each.holderID === holderID)?.name : undefined

/**
 * Written to the holders and contacts when somebody asks to follow or take over, and to them and the claimant when that has ended. Whoever has
 * no account reads nothing of My Bookings. The letter of a holder who has died, as the claim says, may be read by their family.
 */
export function claimLetter(
  telling: TellingClaim,
  about: ClaimStatus,
  inAccount: boolean,
  { holderID, contactID }: { holderID: number | null; contactID: string | null },
): Letter {
  const { claim, leaving, number, nicheCode } = telling
  const { name, kind, reason } = claim
  const who = nameOr('Somebody', name)
  /** A sentence for each, because a Chinese letter would join their names with the English word. */
  const words = leaving.map((each) => describeClaim({ kind, name: who, leaving: [{ name: nameOr('', each.name) }] }))
  const isContact = contactID !== null
  const where = inAccount ? 'in My Bookings or at our counter' : 'at our counter or by phone or letter'
  const day = formatDay(claim.objectUntil)
  const dead = nameOfDead(telling, holderID)
  const asked =
    dead === undefined
      ? [
          ...words,
          kind === 'transfer' && !isContact
            ? `The right passes on only once every holder has agreed, at our counter or by letter. If you object, please tell us by ${day}, ${where}.`
            : `If you agree, you need do nothing. If you object, please tell us by ${day}, ${where}.`,
        ]
      : [
          `We were told that ${nameOr('a holder', dead)} has died. ${who} asks to follow as holder of the right.`,
          `If that is so, we are sorry for your loss, and you need do nothing. If it is not so, please tell us by ${day}, ${where}.`,
        ]
  const outcome = outcomes[about]
  return letter(
    'right-claim',
    outcome
      ? `The right to niche ${nicheCode}: ${outcome.subject}`
      : `Somebody asks for the right to niche ${nicheCode}`,
    [
      ...(outcome ? [outcome.sentence(who), reason !== null && `Our reason: ${reason}`] : asked),
      factsOf({ number, nicheCode }),
      inAccount && link('See it in My Bookings', pathTo('myBookings')),
      isContact && 'You get this letter because you have agreed to be a contact of this right.',
      !outcome &&
        'Nothing changes before two members of our staff have decided, and nothing at all while an objection is open.',
    ],
  )
}

const outcomes: Partial<Record<ClaimStatus, { subject: string; sentence: (who: string) => string }>> = {
  decidedFor: { subject: 'it has passed on', sentence: (who) => `${who} is a holder of the right to this niche now.` },
  decidedAgainst: {
    subject: 'it stays as it is',
    sentence: (who) => `We have decided that the right stays with its holders. ${who} had asked for it.`,
  },
  withdrawn: {
    subject: 'it stays as it is',
    sentence: (who) => `What ${who} had asked for was withdrawn, so the right stays with its holders.`,
  },
}

/** Written to every admin: a holder has objected in My Bookings. */
export const objectionNotice = (objectionID: number, number: string, by: string) =>
  letter(oncePer('right-objection', objectionID), `Somebody objects about right ${number}`, [
    `${nameOr('A holder', by)} has objected in My Bookings. Until that is settled, nothing about this right moves.`,
    link('See the right', pathTo('right', { number })),
  ])

/** What a session that was left open needs no proof for, because it only stops something. */
export const recordedInYourName = {
  object: (words: string) => `You object: ${words}\n\nUntil that is settled, nothing about this right moves.`,
  askToTalk: 'You want to talk with us about the niche. Until we have, its urns stay where they are.',
}

/** To the owner of an account from which somebody has stopped something. */
export const recordedInYourNameLetter = (number: string, what: string) =>
  letter('right-in-your-name', `What was recorded in your name about right ${number}`, [
    what,
    link('See it in My Bookings', pathTo('myBookings')),
    'If this was not you, please call us or come to our counter at once, and change your password.',
  ])

/** To holders: staff have changed or recorded something about their right. */
export const newsLetter = ({ number, nicheCode, news }: AboutRight & { news: string }, inAccount: boolean) =>
  letter('right-news', `What we have recorded about the right to niche ${nicheCode}`, [
    news,
    factsOf({ number, nicheCode }),
    inAccount && link('See it in My Bookings', pathTo('myBookings')),
    'If this is right, you need do nothing. If it is not right, or you do not know of it, please call us or come to our counter at once.',
  ])

interface NamedContact extends AboutRight {
  kind: ContactKind
  /** Who names them. */
  holders: readonly string[]
}

/** Asks a contact to accept: by a link, or on paper by a slip to sign. */
export function contactLetter(
  { number, nicheCode, kind, holders }: NamedContact,
  { token, slipFor }: { token?: string; slipFor?: string },
) {
  const names = joinNames(holders)
  return letter('contact-named', `${names} named you as a contact for niche ${nicheCode}`, [
    `${names} would like you to ${contactTasks[kind]}.`,
    'A contact decides nothing about the niche and owes nothing. It counts only once you have accepted, and you can end it at any time.',
    factsOf({ number, nicheCode }),
    token && link('Read and answer', `${pathTo('contactRequest')}#${token}`),
    token
      ? `The link works for ${daysToAccept} days. If you do not know who named you, you need not do anything.`
      : 'If you agree, please sign below and send this letter back, or come to our counter. If you do not, you need not do anything.',
    ...slip(slipFor),
  ])
}

/** The slip to sign on paper. */
const slip = (name?: string) =>
  name
    ? [
        `I, ${nameOr('the reader of this letter', name)}, agree.`,
        'Date: ____________________    Signature: ______________________________',
      ]
    : []

export interface AskedAboutUrn extends AboutRight {
  event: UrnLeaving
  person: string
}

/** Asks a holder to agree that an urn leaves: by a link, or on paper by a slip to sign. */
export const agreementLetter = (
  { number, nicheCode, event, person }: AskedAboutUrn,
  { token, slipFor }: { token?: string; slipFor?: string },
) =>
  letter('urn-agreement', `Do you agree that an urn leaves niche ${nicheCode}?`, [
    `${describeAsked({ event, person: nameOr('', person) })}. You hold the right to the niche with others, so nothing happens before all of you have agreed.`,
    factsOf({ number, nicheCode }),
    token && link('Read and answer', `${pathTo('contactRequest')}#${token}`),
    token
      ? 'With the same link you can take back what you have said, until the urn has moved.'
      : 'If you agree, please sign below and send this letter back, or come to our counter. You can take that back until the urn has moved.',
    'If you do not agree, please tell us. If we hear nothing from you, the urn stays where it is.',
    ...slip(slipFor),
  ])

const joinNames = (names: readonly string[]) =>
  names
    .map((name) => nameOr('', name))
    .filter(Boolean)
    .join(' and ') || 'The holder of the right'
