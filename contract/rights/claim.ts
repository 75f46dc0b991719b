import { z } from 'zod'
import { addMonths, isIsoDay, toDay } from '../dates.ts'
import { instant, required, textWithin } from '../schema-parts.ts'
import { plural } from '../words/plural.ts'
import { spoken, t } from '../words/t.ts'
import { optionalEmail, optionalNric } from './holder.ts'

/** Somebody follows a holder who has died, or takes over from one who lives. */
export const claimKinds = { succession: 'A holder has died', transfer: 'A living holder hands over' } as const
export type ClaimKind = keyof typeof claimKinds
export const claimKindNames = Object.keys(claimKinds) as [ClaimKind, ...ClaimKind[]]

/** How a claim or an objection reached the house. `account`: in My Bookings. */
export const claimWays = {
  counter: 'At the counter',
  phone: 'By phone',
  letter: 'By letter',
  email: 'By email',
} as const
export const objectionWays = { ...claimWays, account: 'In My Bookings' } as const
const waysOf = <Way extends string>(ways: Record<Way, string>) => Object.keys(ways) as [Way, ...Way[]]
export const claimWayNames = waysOf(claimWays)
export const objectionWayNames = waysOf(objectionWays)

export const claimStates = {
  asked: 'Asked',
  decidedFor: 'Decided for',
  decidedAgainst: 'Decided against',
  withdrawn: 'Withdrawn',
} as const
export type ClaimStatus = keyof typeof claimStates
export const claimStateNames = Object.keys(claimStates) as [ClaimStatus, ...ClaimStatus[]]

export const objectionStates = { open: 'Open', withdrawn: 'Withdrawn', settled: 'Settled' } as const
export type ObjectionStatus = keyof typeof objectionStates
export const objectionStateNames = Object.keys(objectionStates) as [ObjectionStatus, ...ObjectionStatus[]]

/** The shortest time in which the other holders can object, and the one of a house that has set none. */
export const leastClaimDays = 14

const adultAt = 18
/** Somebody whose day of birth is not recorded counts as an adult. */
export const isMinor = (bornOn: string | null, today: string): boolean =>
  Boolean(bornOn) && addMonths(bornOn ?? '', 12 * adultAt) > today

/** What a clerk records when somebody asks to follow holders or to take over from them. */
export const claimForm = ({ today }: { today: string }) =>
  z
    .object({
      number: z.string().max(20),
      kind: z.enum(claimKindNames, 'Please choose what has happened.'),
      /** The holders who have died, or who hand over. */
      holderIDs: z.array(z.coerce.number<string | number>().int()).min(1, 'Please choose at least one holder.'),
      /** The names that the page has shown for them, in the same order. */
      holderNames: z.array(z.string().max(200)),
      name: required('Please enter the name.', 200),
      nric: optionalNric,
      bornOn: z.string().refine((day) => day === '' || (isIsoDay(day) && day <= today), 'Please choose a date.'),
      /** Who acts for somebody under 18. */
      guardian: textWithin(200),
      address: textWithin(400),
      email: optionalEmail,
      by: z.enum(claimWayNames, 'Please choose how they asked.'),
      papers: required('Please say which papers you have seen.', 500),
    })
    .superRefine(({ bornOn, guardian, email, address }, { addIssue }) => {
      const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
      if (isMinor(bornOn, today) && !guardian) refuse('guardian', 'They are under 18. Please enter who acts for them.')
      if (!email && !address) refuse('address', 'Please enter an email address or an address, so that we can write.')
    })
export type ClaimForm = z.output<ReturnType<typeof claimForm>>

/** How a holder has agreed to a transfer; empty until then. */
const Consent = z.object({ holderID: z.int(), name: z.string(), consent: z.string() })
export type Consent = z.infer<typeof Consent>

/** A claim as staff read it. */
export const Claim = z.object({
  claimID: z.string(),
  kind: z.enum(claimKindNames),
  state: z.enum(claimStateNames),
  name: z.string(),
  /** The last four characters of the NRIC; empty if it is not recorded. */
  identityEnding: z.string(),
  bornOn: z.string().nullable(),
  guardian: z.string(),
  address: z.string(),
  email: z.string(),
  by: z.enum(claimWayNames),
  papers: z.string(),
  askedAt: instant,
  /** The last day on which the other holders can object; the earliest possible one while a letter is unposted. */
  objectUntil: z.string(),
  /** The holders who have died or hand over. */
  leaving: z.array(Consent),
  /** The holders who stay and have agreed. Of an open claim, without those for whom somebody else stands there since. */
  agreed: z.array(Consent),
  /** How many letters about it were sent when it was asked. `unposted`: they are still to be posted, or have come back. */
  emailed: z.int(),
  posted: z.int(),
  unposted: z.int(),
  reason: z.string().nullable(),
})
export type Claim = z.infer<typeof Claim>

interface Asked extends Pick<Claim, 'kind' | 'state' | 'agreed'> {
  leaving: readonly (Omit<Consent, 'consent'> & { consent: string | null })[]
}

/**
 * The consents to a transfer: of whoever hands over, and of the holders who stay, because they will decide with the claimant. Somebody has
 * to follow first for one who has died, as for urns.
 */
export function consentsTo(
  { kind, state, leaving, agreed }: Asked,
  holders: readonly { holderID: number; name: string }[],
) {
  if (kind === 'succession') return []
  if (state !== 'asked') return [...leaving, ...agreed]
  const staying = holders.filter((holder) => !leaving.some((each) => each.holderID === holder.holderID))
  const consentOf = ({ holderID, name }: (typeof staying)[number]) =>
    agreed.find((each) => each.holderID === holderID) ?? { holderID, name, consent: '' }
  return [...leaving, ...staying.map(consentOf)]
}

/** An objection as staff read it. While one is open, nothing about the right moves. */
export const Objection = z.object({
  objectionID: z.int(),
  name: z.string(),
  words: z.string(),
  by: z.enum(objectionWayNames),
  at: instant,
  state: z.enum(objectionStateNames),
  reason: z.string().nullable(),
})
export type Objection = z.infer<typeof Objection>

export const ObjectionForm = z.object({
  name: required('Please enter who objects.', 200),
  words: required('Please write down what they say.', 1000),
  by: z.enum(claimWayNames, 'Please choose how they told us.'),
  /** Where they read that their objection has ended, unless they object in My Bookings. */
  email: optionalEmail.default(''),
  address: textWithin(400).default(''),
})

/** What is open about a right, without what the parties say about each other. */
export const OpenMatter = z.object({
  number: z.string(),
  /** The time since which an objection blocks the right; null without one. */
  blockedSince: instant.nullable(),
  claims: z.array(
    Claim.pick({ claimID: true, kind: true, name: true, objectUntil: true }).extend({
      leaving: z.array(z.object({ name: z.string() })),
    }),
  ),
})
export type OpenMatter = z.infer<typeof OpenMatter>

interface Described extends Pick<Claim, 'kind' | 'name'> {
  leaving: readonly { name: string }[]
}

const namesOf = (people: Described['leaving']) => people.map(({ name }) => name || t`a holder`).join(t` and `)

/** `Tan Mei asks to follow Tan Ah Kow, who has died, as holder of the right.` */
export const describeClaim = ({ kind, name, leaving }: Described): string =>
  kind === 'succession'
    ? plural(leaving.length, {
        one: t`${name} asks to follow ${namesOf(leaving)}, who has died, as holder of the right.`,
        other: t`${name} asks to follow ${namesOf(leaving)}, who have died, as holder of the right.`,
      })
    : t`${name} asks to take over the right from ${namesOf(leaving)}.`

/** What follows for an open claim, for staff and families alike. */
export function describeNext({ kind, objectUntil }: Pick<Claim, 'kind' | 'objectUntil'>): string {
  const until = spoken().day(objectUntil)
  return kind === 'transfer'
    ? t`Every holder has to agree, at our counter or by letter, and can object until ${until}. Two members of staff decide after that.`
    : t`The other holders can object until ${until}. Two members of staff decide after that.`
}

/** What whoever agrees does. Silence is enough where a holder has died, and never where a living one hands over. */
export const adviceToAgree = (claims: readonly Pick<Claim, 'kind'>[]): string =>
  claims.some(({ kind }) => kind === 'transfer')
    ? t`If you agree with what is asked for above, please tell us at our counter or by letter.`
    : t`If you agree with what is asked for above, you need do nothing.`

/** Why something is refused, for staff and families alike. */
export const describeBlock = (number: string, since: Date | string): string =>
  t`Somebody objected on ${spoken().day(toDay(new Date(since)))} to what is to happen with right ${number}. Until that is settled, everything stays as it is: nobody is placed here, and nothing is released, charged, refunded or transferred.`

/** What each side can do meanwhile. */
export const adviceWhileBlocked =
  'Whoever has objected can withdraw that at any time. Everybody else can tell us what they think, at the counter, by phone or by letter. Nobody has to hurry: staff talk with each side and then write down how it was settled.'
