import type { Choices } from '#contract/registers/choices.ts'
import type { ConvertedNiche, ConvertedPerson } from './converted.ts'

/** What the rows of one niche say together is what the strongest of them says. */
const byStrength = ['', 'Available', 'Reserved', 'Occupied']
const strongest = (statuses: readonly string[]) =>
  statuses.find((status) => !byStrength.includes(status)) ??
  byStrength.findLast((status) => statuses.includes(status)) ??
  ''

/** A row says that somebody is living, that their urn is here, or that it has not come. Otherwise it says nothing. */
function saysOf({ row, status }: ConvertedPerson): 'living' | 'here' | 'not here' | undefined {
  if (row.for_later === 'yes' || status === 'Reserved') return 'living'
  if (row.is_here === 'no') return row.died ? 'not here' : 'living'
  return row.is_here === 'yes' || row.died ? 'here' : undefined
}

/**
 * Decides for one niche who is here, whose urn has not come and who is living, and what follows for its status, urns and places.
 * `undated` is what the admin has answered about people of whom the rows say nothing; `asked` counts those who need the answer.
 */
export function settleNiche(
  { row: niche, statuses, unnamed }: ConvertedNiche,
  people: readonly ConvertedPerson[],
  undated: Choices['undated'],
) {
  const said = strongest(statuses)
  const named = people.filter(({ row }) => row.beneficiary_name)
  const clear = named.filter((person) => saysOf(person) === 'here').length
  const unclear = named.filter((person) => saysOf(person) === undefined).length
  const counted = countUrns()
  function countUrns() {
    if (niche.urns !== '') return Number(niche.urns)
    return unnamed > 0 ? clear + unnamed : undefined
  }
  const answer = answerOf()
  function answerOf(): Choices['undated'] {
    if (niche.urns !== '' && Number(niche.urns) >= clear + unclear) return 'here'
    if (niche.urns !== '' && Number(niche.urns) <= clear) return 'living'
    if (niche.urns === '' && said === 'Occupied' && clear === 0 && unclear === 1) return 'here'
    return undated
  }
  const meaningOf = (person: ConvertedPerson) => saysOf(person) ?? answer ?? 'living'
  const meanings = named.map(meaningOf)
  const here = meanings.filter((meaning) => meaning === 'here').length
  niche.status = said || workOutStatus()
  function workOutStatus() {
    if (meanings.some((meaning) => meaning !== 'living') || (counted ?? 0) > 0) return 'Occupied'
    return people.length > 0 ? 'Reserved' : 'Available'
  }

  const isOccupied = niche.status === 'Occupied'
  for (const person of named) {
    const meaning = meaningOf(person)
    person.row.for_later = isOccupied && meaning === 'living' ? 'yes' : ''
    person.row.is_here = isOccupied && meaning === 'not here' ? 'no' : ''
  }
  /** An Occupied niche has an urn for each person who is here, or one if nobody is named. */
  const isUsual = counted === undefined || counted === (named.length === 0 && isOccupied ? 1 : here)
  niche.urns = isUsual ? '' : String(counted)
  const needed = named.length + Math.max((counted ?? 0) - here, 0)
  const isEnlarged = needed > Number(niche.capacity || 1)
  if (isEnlarged) niche.capacity = String(needed)
  return { asked: answer === null ? unclear : 0, isEnlarged }
}
