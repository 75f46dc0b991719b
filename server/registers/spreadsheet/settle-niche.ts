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
  /** What further rows say otherwise than the first. */
  disagreements: { column: string; sheet: string; number: number }[]
  /** Rows that say that somebody is here, and not who. */
  unnamed: number
  /** The number of people, with those of whom only the holder is named. */
  people: number
  named: Record<Meaning | 'unclear', number>
  /** What it means, in this niche, that a row says nothing of somebody who is named. */
  unclear: Meaning
}

const byStrength = ['', 'Available', 'Reserved', 'Occupied']
/** What the rows of one niche say together is what the strongest of them says. Unknown words are problems, so they stay. */
export const strongerStatus = (one: string, other: string) =>
  !byStrength.includes(one) || (byStrength.includes(other) && byStrength.indexOf(one) > byStrength.indexOf(other))
    ? one
    : other

/** A row says that somebody is living, that their urn is here, or that it has not come. Otherwise it says nothing. */
export function meaningOf({ for_later, is_here, died }: Cells, status: string): Meaning | undefined {
  if (for_later === 'yes' || status === 'Reserved') return 'living'
  if (is_here === 'no') return died ? 'not here' : 'living'
  return is_here === 'yes' || died ? 'here' : undefined
}

/**
 * Decides for one niche who is here, whose urn has not come and who is living, and what follows for its status, urns and places.
 * `undated` is what the admin has answered about people of whom the rows say nothing; `asked` counts those who need the answer.
 */
export function settleNiche(niche: MergedNiche, undated: Undated) {
  const { row, said, unnamed, people, named } = niche
  const saidUrns = row.urns === '' ? undefined : Number(row.urns)
  const counted = saidUrns ?? (unnamed > 0 ? named.here + unnamed : undefined)
  const answer = answerOf()
  function answerOf(): Undated {
    if (saidUrns === undefined) return said === 'Occupied' && named.here === 0 && named.unclear === 1 ? 'here' : undated
    if (saidUrns >= named.here + named.unclear) return 'here'
    return saidUrns <= named.here ? 'living' : undated
  }
  niche.unclear = answer ?? 'living'
  const countOf = (meaning: Meaning) => named[meaning] + (niche.unclear === meaning ? named.unclear : 0)
  const here = countOf('here')
  const total = here + countOf('not here') + countOf('living')
  row.status = said || workOutStatus()
  function workOutStatus() {
    if (total > countOf('living') || (counted ?? 0) > 0) return 'Occupied'
    return people > 0 ? 'Reserved' : 'Available'
  }

  /** An Occupied niche has an urn for each person who is here, or one if nobody is named. */
  const isUsual = counted === undefined || counted === (total === 0 && row.status === 'Occupied' ? 1 : here)
  row.urns = isUsual ? '' : String(counted)
  const needed = total + Math.max((counted ?? 0) - here, 0)
  const isEnlarged = needed > Number(row.capacity || 1)
  if (isEnlarged) row.capacity = String(needed)
  return { asked: answer === null ? named.unclear : 0, isEnlarged }
}

/** Says of somebody who is named what was decided for their niche. */
export function settlePerson(person: Cells, meant: Meaning | undefined, { row, unclear }: MergedNiche) {
  const meaning = meant ?? unclear
  const isOccupied = row.status === 'Occupied'
  person.for_later = isOccupied && meaning === 'living' ? 'yes' : ''
  person.is_here = isOccupied && meaning === 'not here' ? 'no' : ''
}
