import type { Choices } from '#contract/registers/choices.ts'
import type { NicheRow } from '#contract/registers/columns.ts'
import type { Cells } from './read-row.ts'

type Undated = Choices['undated']
type Meaning = NonNullable<Undated>

/** What the rows of a niche say together, and how many people they name with each meaning. */
export interface MergedNiche {
  sheet: string
  number: number
  row: NicheRow
  /** The status that its rows say. */
  said: string
  /** Its code is the first day of a month in a spreadsheet, so it may be the month of a year. */
  mayBeMonth: boolean
  /** What further rows say otherwise than the first. */
  disagreements: { column: string; sheet: string; number: number }[]
  /** Rows that name nobody: with an urn, with nothing but that the niche is Occupied, with nothing but a holder, and repeated ones. */
  nameless: Record<'urn' | 'occupied' | 'holder' | 'repeated', number>
  /** How many of these name a holder: of those that only say Occupied, and of those whose urn is not here. */
  held: { occupied: number; withoutUrn: number }
  /** The number of people, with those of whom only the holder is named. */
  people: number
  named: Record<Meaning | 'unclear', number>
  /** What it means, in this niche, that a row says nothing of somebody who is named, or names nobody. */
  unclear: Record<'named' | 'occupied' | 'holder', Meaning>
}

const byStrength = ['', 'Available', 'Reserved', 'Occupied']
/** What the rows of one niche say together is what the strongest of them says. Unknown words are problems, so they stay. */
export const strongerStatus = (one: string, other: string) =>
  !byStrength.includes(one) || (byStrength.includes(other) && byStrength.indexOf(one) > byStrength.indexOf(other))
    ? one
    : other

/**
 * A row says that somebody is living, that their urn is here, or that it has not come. Otherwise it says nothing. Of somebody without a name
 * nobody knows whether they are living.
 */
export function meaningOf(row: Cells, status: string): Meaning | undefined {
  const { for_later, is_here, died } = row
  if (for_later === 'yes' || status === 'Reserved') return 'living'
  if (is_here === 'no') return died || nameOf(row) === '' ? 'not here' : 'living'
  return is_here === 'yes' || died ? 'here' : undefined
}

/** Some rows have only the name in another script. */
export const nameOf = ({ beneficiary_name, other_script }: Cells) => beneficiary_name || other_script

export const isUrnWithoutName = (row: Cells) =>
  nameOf(row) === '' && (row.is_here === 'yes' || (row.died !== '' && row.is_here !== 'no'))

/** What a row says that names nobody and has no urn: that the niche is Occupied, or only who its holder is. */
export function kindOfNameless(row: Cells, status: string): 'occupied' | 'holder' | undefined {
  if (meaningOf(row, status)) return undefined
  if (status === 'Occupied') return 'occupied'
  return row.holder_name ? 'holder' : undefined
}

/**
 * Decides for one niche who is here, whose urn has not come and who is living, and what follows for its status, urns and places.
 * `undated` is what the admin has answered about people of whom the rows say nothing; `asked` counts those who need the answer.
 */
export function settleNiche(niche: MergedNiche, undated: Undated) {
  const { row, said, people, named, nameless, held } = niche
  const saidUrns = row.urns === '' ? undefined : Number(row.urns)
  /** Beside somebody who is named, a row without a name may be of a living spouse. Alone, it is an urn. */
  const isNamed = Object.values(named).some((count) => count > 0)
  const isHolderAsked = isNamed || nameless.occupied > 0
  const sureNameless = nameless.urn + (isNamed ? 0 : nameless.occupied)
  const unclearNameless = nameless.repeated + (isNamed ? nameless.occupied : 0) + (isHolderAsked ? nameless.holder : 0)
  const sure = named.here + sureNameless
  const unclear = named.unclear + unclearNameless
  const answer = answerOf()
  function answerOf(): Undated {
    if (saidUrns === undefined) return said === 'Occupied' && sure === 0 && unclear === 1 ? 'here' : undated
    if (saidUrns >= sure + unclear) return 'here'
    return saidUrns <= sure ? 'living' : undated
  }
  const meaning = answer ?? 'living'
  niche.unclear = {
    named: meaning,
    occupied: isNamed ? meaning : 'here',
    holder: isHolderAsked ? meaning : 'here',
  }
  const countOf = (each: Meaning) => named[each] + (meaning === each ? named.unclear : 0)
  const here = countOf('here')
  const total = here + countOf('not here') + countOf('living')
  const urnsWithoutName = sureNameless + (meaning === 'here' ? unclearNameless : 0)
  const counted = saidUrns ?? (urnsWithoutName > 0 ? here + urnsWithoutName : undefined)
  row.status = said || workOutStatus()
  function workOutStatus() {
    if (total > countOf('living') || (counted ?? 0) > 0) return 'Occupied'
    return people > 0 ? 'Reserved' : 'Available'
  }

  /** An Occupied niche has an urn for each person who is here, or one if nobody is named. */
  const isUsual = counted === undefined || counted === (total === 0 && row.status === 'Occupied' ? 1 : here)
  row.urns = isUsual ? '' : String(counted)
  const unclearHeld = (isNamed ? held.occupied : 0) + (isHolderAsked ? nameless.holder : 0)
  const withoutUrn = held.withoutUrn + (meaning === 'here' ? 0 : unclearHeld)
  const needed = total + Math.max((counted ?? 0) - here, 0) + withoutUrn
  const isEnlarged = needed > Number(row.capacity || 1)
  if (isEnlarged) row.capacity = String(needed)
  return { asked: answer === null ? unclear : 0, isEnlarged }
}

/** Says of a person what was decided for their niche. */
export function settlePerson(person: Cells, meaning: Meaning, nicheStatus: string) {
  const isOccupied = nicheStatus === 'Occupied'
  person.for_later = isOccupied && meaning === 'living' ? 'yes' : ''
  person.is_here = isOccupied && meaning === 'not here' ? 'no' : ''
}
