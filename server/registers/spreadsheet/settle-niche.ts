import type { Choices } from '#contract/registers/choices.ts'
import { emptyRow, type NicheRow } from '#contract/registers/columns.ts'
import type { Cells } from './read-row.ts'

type Undated = Choices['undated']
type Meaning = NonNullable<Undated>

/**
 * What rows say of somebody, and what it usually means. Of some they do not say where the urn is: those who have died, whose row is Reserved,
 * of whom only the name or the holder is known, or only that the niche is Occupied.
 */
const usualMeanings = {
  here: 'here',
  'not here': 'not here',
  living: 'living',
  died: 'here',
  reserved: 'living',
  named: 'living',
  occupied: 'here',
  holder: 'here',
} as const
type Said = keyof typeof usualMeanings
const allSaid = Object.keys(usualMeanings) as Said[]
const nobody = Object.fromEntries(allSaid.map((said) => [said, 0])) as Record<Said, number>

/** What the rows of a niche say together, and of how many people they say what. */
export interface MergedNiche {
  sheet: string
  number: number
  row: NicheRow
  /** The status that its rows say. */
  said: string
  /** One of them says that an urn is not here. */
  saysNotHere: boolean
  /** Its code is the first day of a month in a spreadsheet, so it may be the month of a year. */
  mayBeMonth: boolean
  /** What further rows say otherwise than the first. */
  disagreements: { column: string; sheet: string; number: number }[]
  /** Rows that name nobody: with an urn, with nothing but that the niche is Occupied, and repeated ones. */
  nameless: Record<'urn' | 'occupied' | 'repeated', number>
  /** People who are named, and those of whom only the holder is. */
  named: Record<Said, number>
  held: Record<Said, number>
  /** What each of these means in this niche. */
  meanings: Record<Said, Meaning>
}

export const newNiche = (sheet: string, number: number): MergedNiche => ({
  sheet,
  number,
  row: { ...emptyRow.niches },
  said: '',
  saysNotHere: false,
  mayBeMonth: false,
  disagreements: [],
  nameless: { urn: 0, occupied: 0, repeated: 0 },
  named: { ...nobody },
  held: { ...nobody },
  meanings: usualMeanings,
})

const byStrength = ['', 'Available', 'Reserved', 'Occupied']
/** What the rows of one niche say together is what the strongest of them says. Unknown words are problems, so they stay. */
export const strongerStatus = (one: string, other: string) =>
  !byStrength.includes(one) || (byStrength.includes(other) && byStrength.indexOf(one) > byStrength.indexOf(other))
    ? one
    : other

/**
 * Where the urn is and that somebody has died come before the word Reserved, which `sold` becomes. Of somebody without a name nobody knows
 * whether they are living.
 */
export function saidOf(row: Cells, status: string): Said {
  const { for_later, is_here, died } = row
  const isNamed = nameOf(row) !== ''
  if (for_later === 'yes') return 'living'
  if (is_here === 'yes') return 'here'
  if (is_here === 'no') return died || (!isNamed && status !== 'Reserved') ? 'not here' : 'living'
  if (died) return 'died'
  if (status === 'Reserved') return 'reserved'
  if (isNamed) return 'named'
  return status === 'Occupied' ? 'occupied' : 'holder'
}

/** Some rows have only the name in another script. */
export const nameOf = ({ beneficiary_name, other_script }: Cells) => beneficiary_name || other_script

export const isUrnWithoutName = (row: Cells) =>
  nameOf(row) === '' && (row.is_here === 'yes' || (row.died !== '' && row.is_here !== 'no'))

/**
 * Decides for one niche who is here, whose urn has not come and who is living, and what follows for its status, urns and places.
 * `undated` is what the admin has answered about people of whom the rows say nothing; `asked` counts those who need the answer.
 */
export function settleNiche(niche: MergedNiche, undated: Undated) {
  const { row, said, named, nameless, held } = niche
  const saidUrns = row.urns === '' ? undefined : Number(row.urns)
  /** Beside somebody who is named, a row without a name may be of a living spouse. Alone, it is an urn. */
  const isNamed = allSaid.some((each) => named[each] > 0)
  const isHolderAsked = isNamed || nameless.occupied > 0
  const sureNameless = nameless.urn + (isNamed ? 0 : nameless.occupied)
  const unclearNameless = nameless.repeated + (isNamed ? nameless.occupied : 0) + (isHolderAsked ? held.holder : 0)
  const sure = named.here + named.died + sureNameless
  const unclear = named.named + unclearNameless
  const reserved = named.reserved + held.reserved
  /** The number of urns says whether these are here, too, beside the others. */
  function answerFor(people: number, others: number, unsaid: Undated): Undated {
    if (saidUrns === undefined) return unsaid
    if (saidUrns >= others + people) return 'here'
    return saidUrns <= others ? 'living' : undated
  }
  const answer = answerFor(unclear, sure, said === 'Occupied' && sure === 0 && unclear === 1 ? 'here' : undated)
  const answerForReserved = answerFor(reserved, sure + unclear, 'living')
  const meaning = answer ?? 'living'
  const hereOrToCome = saidUrns === 0 ? 'not here' : 'here'
  niche.meanings = {
    ...usualMeanings,
    died: hereOrToCome,
    reserved: answerForReserved ?? 'living',
    named: meaning,
    occupied: isNamed ? meaning : hereOrToCome,
    holder: isHolderAsked ? meaning : 'here',
  }
  const count = (people: Record<Said, number>, ...meanings: Meaning[]) =>
    allSaid.reduce((sum, each) => sum + (meanings.includes(niche.meanings[each]) ? people[each] : 0), 0)
  const here = count(named, 'here')
  const urnsWithoutName = sureNameless + (meaning === 'here' ? unclearNameless : 0)
  const isCounted = urnsWithoutName > 0 || niche.saysNotHere
  const counted = saidUrns ?? (isCounted ? here + urnsWithoutName : undefined)
  const current = count(named, 'here', 'not here')
  const isInUse = current + (counted ?? 0) > 0 || (saidUrns === 0 && held.died > 0)
  const hasPeople = allSaid.some((each) => named[each] + held[each] > 0)
  if (isInUse && (said === '' || said === 'Reserved')) row.status = 'Occupied'
  else row.status = said || (hasPeople ? 'Reserved' : 'Available')

  /** So many urns are entered if the row counts none. */
  const hasCurrent = current + count(held, 'here', 'not here') > 0
  const usual = row.status !== 'Occupied' ? 0 : hasCurrent ? here + count(held, 'here') : 1
  if (!Number.isNaN(saidUrns)) row.urns = counted === undefined || counted === usual ? '' : String(counted)
  const withoutUrn = current - here + count(named, 'living') + count(held, 'not here', 'living')
  const needed = Math.max(here, counted ?? 0) + withoutUrn
  const isEnlarged = needed > Number(row.capacity || 1)
  if (isEnlarged) row.capacity = String(needed)
  return { asked: (answer === null ? unclear : 0) + (answerForReserved === null ? reserved : 0), isEnlarged }
}

/** Says of a person what was decided for their niche. What contradicts it or is not understood stays, so that the check reports it. */
export function settlePerson(person: Cells, meaning: Meaning, nicheStatus: string) {
  const isOccupied = nicheStatus === 'Occupied'
  if (['', 'yes', 'no'].includes(person.for_later)) person.for_later = isOccupied && meaning === 'living' ? 'yes' : ''
  const settled = meaning === 'here' ? ['', 'no', 'yes'] : ['', 'no']
  if (settled.includes(person.is_here)) person.is_here = isOccupied && meaning === 'not here' ? 'no' : ''
}
