import { orNotRecorded } from '../registers/partial-date.ts'

/** A register may count an urn of which nobody knows the name. */
export const urnName = (beneficiaryName: string): string => beneficiaryName.trim() || 'An urn without a name'

interface PersonInNiche {
  beneficiaryName: string
  /** The tag of their urn, if that is in the niche. */
  placedUrn: string | null
}

/** How staff see somebody who has a place in a niche. */
export const nameInNiche = ({ beneficiaryName, placedUrn }: PersonInNiche): string =>
  placedUrn ? urnName(beneficiaryName) : orNotRecorded(beneficiaryName)
