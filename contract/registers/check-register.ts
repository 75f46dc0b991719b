import { counted } from '../counted.ts'
import { type CellProblem, type RowProblems, toProblems } from './check-row.ts'
import { columnsOf, type NicheRow, type PersonRow } from './columns.ts'

/**
 * Compares the rows of one register with each other. Call it for all rows of niches, then for the correct rows of
 * people; `place` is how messages name the row. With `leaveOut`, people are left out together with their niche.
 */
export function createRegisterCheck({ leaveOut = false } = {}) {
  const niches = new Map<string, Pick<NicheRow, 'status' | 'capacity' | 'urns'> & { place: string }>()
  /** Codes of niches whose rows are wrong. Their people are not checked before those are corrected. */
  const wrong = new Set<string>()
  const rowsAtDoor = new Map<string, { half: string; place: string }[]>()
  const rowsOfPeople = new Map<string, RowOfPerson[]>()

  /** What the first row says of each block, hall or right, and which row that is. */
  const said = new Map<string, { value: string; place: string }>()
  function findOtherBefore(key: string, value: string, place: string) {
    const first = said.get(key)
    if (!first) said.set(key, { value, place })
    return first && value !== '' && first.value.toLowerCase() !== value.toLowerCase() ? first : undefined
  }

  function* compareNiche(row: NicheRow, place: string): RowProblems<NicheRow> {
    const sameDoor = rowsAtDoor.get(doorOf(row)) ?? []
    const taken = sameDoor.find((other) => isSameDoorSide(other, row))
    rowsAtDoor.set(doorOf(row), [...sameDoor, { half: row.half, place }])
    if (taken) yield ['column', `Column and row of this block are also in row ${taken.place}.`]
    for (const { name, of } of columnsOf.niches) {
      const first = of && findOtherBefore(`${name}\n${of === 'hall' ? hallOf(row) : blockOf(row)}`, row[name], place)
      /** The first row is the one that is imported, so a value further down would be lost. */
      if (first?.value === '') yield [name, `Row ${first.place}, the first of the same place, says nothing here.`]
      else if (first) yield [name, `Row ${first.place} says something else of the same place.`]
    }
  }

  function* comparePerson(row: PersonRow, place: string): RowProblems<PersonRow> {
    const code = row.code.toUpperCase()
    const { status, capacity, urns = '' } = niches.get(code) ?? {}
    if (status === undefined) return yield ['code', 'There is no niche with this code in the file of niches.']
    if (status !== 'Occupied' && status !== 'Reserved')
      return yield ['code', `The niche is ${status}. A niche with a person is Reserved or Occupied.`]
    const person = { place, isHere: isSaidToBeHere(row), isForLater: row.for_later !== '' }
    const rows = [...(rowsOfPeople.get(code) ?? []), person]
    const why = whyFull(rows, { status, capacity: Number(capacity || 1), urns })
    if (why) yield ['code', why]
    else rowsOfPeople.set(code, rows)
    for (const { name, of } of columnsOf.people) {
      const first = of === 'right' && row[name] && findOtherBefore(`${name}\n${code}`, row[name], place)
      if (first) yield [name, `Row ${first.place} says something else of the right to this niche.`]
    }
    const isReserved = 'The niche is Reserved, which is for a pre-order. Make it Occupied,'
    if (status === 'Reserved' && row.is_here === 'yes') yield ['is_here', `${isReserved} or leave this empty.`]
    if (status === 'Reserved' && row.died) yield ['died', `${isReserved} or remove the date.`]
  }

  return {
    /** Notes a row of a niche with mistakes in its own cells, or that contradicts what is stored. */
    wrongNiche: ({ code }: NicheRow) => void wrong.add(code.toUpperCase()),
    isOfWrongNiche: ({ code }: PersonRow) => wrong.has(code.toUpperCase()),
    niche(row: NicheRow, place: string): CellProblem[] {
      const code = row.code.toUpperCase()
      const problems = toProblems(row, compareNiche(row, place))
      const first = niches.get(code)
      if (first) return [...toProblems(row, [['code', `This code is also in row ${first.place}.`]]), ...problems]
      if (problems.length > 0) wrong.add(code)
      const { status, capacity, urns } = row
      niches.set(code, { status, capacity, urns, place })
      return problems
    },
    person(row: PersonRow, place: string): CellProblem[] {
      if (!wrong.has(row.code.toUpperCase())) return toProblems(row, comparePerson(row, place))
      return leaveOut ? toProblems(row, [['code', 'Left out, as is the row of its niche.']]) : []
    },
  }
}

interface RowOfPerson {
  place: string
  isHere: boolean
  isForLater: boolean
}

/** Whether the urn of the person is in the niche, if the niche is Occupied. */
export const isSaidToBeHere = ({ is_here, for_later }: PersonRow) => is_here !== 'no' && for_later === ''

/**
 * How many urns without a name are in an Occupied niche beside those of people who are here. A row without a number says one, if it names nobody
 * but for later; `current` counts the people who are not.
 */
export const countUnnamedUrns = (urns: string, { current, here }: { current: number; here: number }) =>
  urns === '' ? Number(current === 0) : Math.max(0, Number(urns) - here)

/** Why the last of these people has no place. An urn without a name needs one, too. */
function whyFull(
  rows: RowOfPerson[],
  { status, capacity, urns }: { status: string; capacity: number; urns: string },
): string | undefined {
  const here = rows.filter(({ isHere }) => isHere).length
  const later = rows.filter(({ isForLater }) => isForLater).length
  const urnsSaid = counted(Number(urns), 'urn')
  if (urns !== '' && here > Number(urns))
    return `The row of the niche says ${urnsSaid}, and more people than that are here.`
  if (rows.length > capacity) return alreadyFull(rows.slice(0, -1).map(({ place }) => place))
  if (rows.length - here + Number(urns) > capacity)
    return `The niche has places for ${capacity}, and its row says ${urnsSaid}: none is left for somebody who is not here.`
  if (status === 'Occupied' && urns === '' && later === capacity)
    return 'The niche is Occupied. One of its places is for somebody who is here.'
  return undefined
}

const alreadyFull = (rows: string[]) =>
  rows.length === 1
    ? `This niche already has a person in row ${rows[0]}.`
    : `This niche already has people in rows ${rows.join(', ')}.`

/** Two niches with the same column and row collide, unless they are different halves. */
export const isSameDoorSide = (one: { half: string }, other: { half: string }) =>
  one.half === '' || other.half === '' || one.half === other.half

/** Where a niche is, as one text. Halls and blocks whose names differ only in case are one. */
const hallOf = ({ building }: NicheRow) => building.toLowerCase()
const blockOf = (row: NicheRow) => [hallOf(row), row.level, row.block.toLowerCase()].join('\n')
const doorOf = (row: NicheRow) => [blockOf(row), row.column, row.row].join('\n')
