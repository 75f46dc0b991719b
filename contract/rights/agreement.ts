import { z } from 'zod'
import { instant } from '../schema-parts.ts'
import { t } from '../words/t.ts'

/** The moves of an urn to which all holders of the right agree. Completes 'The urn of ... is to ...'. */
export const urnLeaves = { takeOut: 'be taken out of the niche', release: 'be given to the family' } as const
export type UrnLeaving = keyof typeof urnLeaves
export const urnLeavings = Object.keys(urnLeaves) as [UrnLeaving, ...UrnLeaving[]]

/** How a holder has answered. The same ways as those of contacts, and an account. */
export const agreementWays = {
  link: 'by our link',
  letter: 'by letter',
  counter: 'at the counter',
  account: 'in My Bookings',
} as const
export type AgreementWay = keyof typeof agreementWays
export const agreementWayNames = Object.keys(agreementWays) as [AgreementWay, ...AgreementWay[]]

/** What somebody has answered; both are null until then. */
const answer = { agreedAt: instant.nullable(), declinedAt: instant.nullable() }

const AskedHolder = z.object({
  /** Null for a holder who was added since, and was not asked. */
  agreementID: z.string().nullable(),
  name: z.string(),
  ...answer,
  agreedBy: z.enum(agreementWayNames).nullable(),
  declinedBy: z.enum(agreementWayNames).nullable(),
})
export type AskedHolder = z.infer<typeof AskedHolder>

const asked = {
  tag: z.string(),
  /** Empty if nobody knows whose urn it is. */
  person: z.string(),
  event: z.enum(urnLeavings),
}

/** What all holders of a right are asked about one urn. */
export const AskedUrn = z.object({ ...asked, holders: z.array(AskedHolder) })
export type AskedUrn = z.infer<typeof AskedUrn>

/** The same for one holder in My Bookings. `missing` names who has not agreed. */
export const OwnAgreement = z.object({ ...asked, agreementID: z.string(), ...answer, missing: z.array(z.string()) })
export type OwnAgreement = z.infer<typeof OwnAgreement>

/** Every holder has to agree, whether they were asked or not. Whoever has died is followed by somebody else first. */
export const missingOf = <Asked extends { agreedAt: unknown }>(holders: readonly Asked[]): readonly Asked[] =>
  holders.filter(({ agreedAt }) => !agreedAt)

/** Whether an open request lets this move happen: whoever is given an urn may also have it taken out of its niche. */
export const covers = (asked: UrnLeaving, event: UrnLeaving): boolean => asked === 'release' || event === 'takeOut'

/** How a letter on paper, a slip or a page names a holder: with whoever acts for them, if they are under 18. */
export function addressTo(name: string, guardian: string, hasDied = false): string {
  const named = hasDied ? t`${name}, who has died` : name
  return guardian ? t`${named}, for whom ${guardian} acts` : named
}

/** `The urn of Tan Ah Kow is to be given to the family`. */
export function describeAsked({ person, event }: { person: string; event: UrnLeaving }): string {
  if (event === 'release')
    return person
      ? t`The urn of ${person} is to be given to the family`
      : t`The urn without a name is to be given to the family`
  return person
    ? t`The urn of ${person} is to be taken out of the niche`
    : t`The urn without a name is to be taken out of the niche`
}
