import { toDay } from '#contract/dates.ts'
import type { Check, IdentifierKind } from '#contract/urns/confirmation.ts'
import type { Namesake } from '#server/bookings/actions.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { listOtherNames } from './namesakes.ts'
import { numbersFrom, offerValues, similarCodes, similarDates, similarEndings } from './offered-values.ts'
import type { LockedUrn } from './queries.ts'

type Identifiers = Partial<Record<IdentifierKind, string>>
type Beneficiary = Namesake['beneficiary']

/** What can be compared besides the name: whatever is recorded, and the cremation certificate only if nothing is. */
export function readIdentifiers(context: Context, { held, urn }: LockedUrn): Identifiers {
  const known = identifiersOf(context, held.beneficiary)
  if (Object.values(known).some(Boolean)) return known
  return { cremation: urn.cremationNumber.toUpperCase() }
}

function identifiersOf({ vault }: Context, beneficiary: Beneficiary): Identifiers {
  const ending = vault.openText(beneficiary.nationalIDSealed).slice(-4).toUpperCase()
  return {
    birth: beneficiary.dateOfBirth ?? beneficiary.bornIn ?? '',
    death: beneficiary.dateOfDeath ?? beneficiary.diedIn ?? '',
    nric: /^[0-9A-Z]{4}$/.test(ending) ? ending : '',
  }
}

/** The values of which one each is right: with those of people of the same name, so that a mix-up is noticed. */
export async function makeOffers(context: Context, urn: LockedUrn, namesakes: readonly Namesake[]) {
  const { beneficiary } = urn.held
  const seedOf = (kind: string) => context.vault.hash(`values offered for ${urn.urn.tag}: ${kind}`)
  const lastDay = toDay(urn.urn.createdAt)
  const others = namesakes.map((namesake) => identifiersOf(context, namesake.beneficiary))

  function* otherValues(kind: IdentifierKind, right: string) {
    const sameForm = (value: string | undefined) => value?.length === right.length
    yield* others.map((other) => other[kind] ?? '').filter(sameForm)
    const numbers = numbersFrom(seedOf(kind))
    if (kind === 'birth' || kind === 'death') yield* similarDates(right, lastDay, numbers)
    else yield* kind === 'nric' ? similarEndings(right, numbers) : similarCodes(right, numbers)
  }

  const identifiers: Check['identifiers'] = []
  for (const [kind, right] of Object.entries(readIdentifiers(context, urn)) as [IdentifierKind, string][])
    if (right) identifiers.push({ kind, values: offerValues(right, otherValues(kind, right)) })
  if (identifiers.length === 0 || !beneficiary.beneficiaryName) throw new AppError('URN_NOT_IDENTIFIABLE')
  const otherNames = await listOtherNames(context.db, beneficiary.beneficiaryName, uuidFrom(seedOf('name')))
  return { names: offerValues(beneficiary.beneficiaryName, [...otherNames, ...sampleNames]), identifiers }
}

/** Somewhere in the list of people. */
function uuidFrom(seed: string): string {
  const numbers = numbersFrom(seed)
  const hex = () => numbers.next().value.toString(16).padStart(8, '0')
  const [a, b, c, d] = [hex(), hex(), hex(), hex()]
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`
}

/** For a house with few people. */
const sampleNames = [
  'Chua Siew Eng',
  'Mohamed Yusof',
  'Rajan Pillai',
  'Wong Kok Leong',
  'Margaret D’Souza',
  'Goh Bee Choo',
]
