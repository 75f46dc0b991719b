import type { IdentifierKind, Offers } from '#contract/urns/confirmation.ts'
import type { Namesake } from '#server/bookings/public.ts'
import type { Context } from '#server/core/context.ts'
import { listOtherNames } from './namesakes.ts'
import { numbersFrom, offerValues, similarCodes, similarDates, similarEndings } from './offered-values.ts'

type Identifiers = Partial<Record<IdentifierKind, string>>
type Beneficiary = Namesake['beneficiary']

interface Person {
  beneficiary: Beneficiary
  cremationNumber: string
}

/** What can be compared besides the name. The cremation certificate only counts if nothing else is recorded. */
export function readIdentifiers(context: Context, { beneficiary, cremationNumber }: Person): Identifiers {
  const known = identifiersOf(context, beneficiary)
  if (Object.values(known).some(Boolean)) return known
  return { cremation: cremationNumber.toUpperCase() }
}

interface Compared extends Person {
  /** The tag or the booking ID. The same seed gives the same decoys. */
  seed: string
  /** The offered dates are not after this day. */
  lastDay: string
}

function identifiersOf({ vault }: Context, beneficiary: Beneficiary): Identifiers {
  const ending = vault.openText(beneficiary.nationalIDSealed).slice(-4).toUpperCase()
  return {
    birth: beneficiary.dateOfBirth ?? beneficiary.bornIn ?? '',
    death: beneficiary.dateOfDeath ?? beneficiary.diedIn ?? '',
    nric: /^[0-9A-Z]{4}$/.test(ending) ? ending : '',
  }
}

/**
 * One right value and four decoys per list. Decoys include values of namesakes and names of others in the niche, so
 * that a mix-up is noticed.
 */
export async function makeOffers(
  context: Context,
  compared: Compared,
  namesakes: readonly Namesake[],
  othersInNiche: readonly string[],
): Promise<Offers> {
  const { beneficiary, seed, lastDay } = compared
  const seedOf = (kind: string) => context.vault.hash(`values offered for ${seed}: ${kind}`)
  const others = namesakes.map((namesake) => identifiersOf(context, namesake.beneficiary))

  function* otherValues(kind: IdentifierKind, right: string) {
    const sameForm = (value: string | undefined) => value?.length === right.length
    yield* others.map((other) => other[kind] ?? '').filter(sameForm)
    const numbers = numbersFrom(seedOf(kind))
    if (kind === 'birth' || kind === 'death') yield* similarDates(right, lastDay, numbers)
    else yield* kind === 'nric' ? similarEndings(right, numbers) : similarCodes(right, numbers)
  }

  const identifiers: Offers['identifiers'] = []
  for (const [kind, right] of Object.entries(readIdentifiers(context, compared)) as [IdentifierKind, string][])
    if (right) identifiers.push({ kind, values: offerValues(right, otherValues(kind, right)) })
  const otherNames = await listOtherNames(context.db, beneficiary.beneficiaryName, uuidFrom(seedOf('name')))
  return {
    names: offerValues(beneficiary.beneficiaryName, [...othersInNiche, ...otherNames, ...sampleNames]),
    identifiers,
  }
}

/** A pseudo-random ID, from which the names of decoys are read in the order of IDs. */
function uuidFrom(seed: string): string {
  const numbers = numbersFrom(seed)
  const hex = () => numbers.next().value.toString(16).padStart(8, '0')
  const [a, b, c, d] = [hex(), hex(), hex(), hex()]
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`
}

/** Decoys for a house with few people. */
const sampleNames = [
  'Chua Siew Eng',
  'Mohamed Yusof',
  'Rajan Pillai',
  'Wong Kok Leong',
  'Margaret D’Souza',
  'Goh Bee Choo',
]
