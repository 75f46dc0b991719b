import type { CellProblem } from './check-row.ts'
import { blockColumns, hallColumns, type NicheRow, type PersonRow, rightColumns } from './columns.ts'

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

  /** What the first row of each block or hall says about it, and which row that is. */
  const said = new Map<string, { value: string; place: string }>()
  const disagreements = (row: NicheRow, place: string): CellProblem[] =>
    [
      ...blockColumns.map((column) => ({ column, of: blockOf(row) })),
      ...hallColumns.map((column) => ({ column, of: hallOf(row) })),
    ].flatMap(({ column, of }) => {
      const value = row[column]
      const key = `${column}\n${of}`
      const first = said.get(key)
      if (!first) said.set(key, { value, place })
      if (!first || value === '' || first.value === value) return []
      /** The first row is the one that is imported, so a value further down would be lost. */
      const message = first.value
        ? `Row ${first.place} says something else of the same place.`
        : `Row ${first.place}, the first of the same place, says nothing here.`
      return [{ column, value, message }]
    })

  /** Two niches may have the same column and row only if they are different halves. */
  const takenAtDoor = (row: NicheRow, place: string): CellProblem[] => {
    const { half } = row
    const door = doorOf(row)
    const others = rowsAtDoor.get(door) ?? []
    const taken = others.find((other) => isSameDoorSide(other, row))
    rowsAtDoor.set(door, [...others, { half, place }])
    if (!taken) return []
    const message = `Column and row of this block are also in row ${taken.place}.`
    return [{ column: 'column', value: row.column, message }]
  }

  const rightOf = new Map<string, { value: string; place: string }>()
  const otherRight = (row: PersonRow, place: string): CellProblem[] =>
    rightColumns.flatMap((column) => {
      const value = row[column]
      const key = `${column}\n${row.code.toUpperCase()}`
      const first = rightOf.get(key)
      if (!first && value) rightOf.set(key, { value, place })
      if (!first || value === '' || first.value === value) return []
      return [{ column, value, message: `Row ${first.place} says something else of the right to this niche.` }]
    })

  return {
    /** Notes a row of a niche with mistakes in its own cells, or that contradicts what is stored. */
    wrongNiche: ({ code }: NicheRow) => void wrong.add(code.toUpperCase()),
    isOfWrongNiche: ({ code }: PersonRow) => wrong.has(code.toUpperCase()),
    niche(row: NicheRow, place: string): CellProblem[] {
      const code = row.code.toUpperCase()
      const first = niches.get(code)
      const problems = [...takenAtDoor(row, place), ...disagreements(row, place)]
      if (first)
        return [{ column: 'code', value: row.code, message: `This code is also in row ${first.place}.` }, ...problems]
      if (problems.length > 0) wrong.add(code)
      const { status, capacity, urns } = row
      niches.set(code, { status, capacity, urns, place })
      return problems
    },
    person(row: PersonRow, place: string): CellProblem[] {
      const code = row.code.toUpperCase()
      if (wrong.has(code))
        return leaveOut ? [{ column: 'code', value: row.code, message: 'Left out, as is the row of its niche.' }] : []
      const { status, capacity, urns = '' } = niches.get(code) ?? {}
      const at = { column: 'code', value: row.code }
      if (status === undefined) return [{ ...at, message: 'There is no niche with this code in the file of niches.' }]
      if (status !== 'Occupied' && status !== 'Reserved')
        return [{ ...at, message: `The niche is ${status}. A niche with a person is Reserved or Occupied.` }]
      const problems: CellProblem[] = []
      const rows = [
        ...(rowsOfPeople.get(code) ?? []),
        { place, isHere: isSaidToBeHere(row), isForLater: row.for_later !== '' },
      ]
      const why = whyFull(rows, { status, capacity: Number(capacity || 1), urns })
      if (why) problems.push({ ...at, message: why })
      else rowsOfPeople.set(code, rows)
      problems.push(...otherRight(row, place))
      if (status === 'Reserved' && row.is_here === 'yes')
        problems.push({
          column: 'is_here',
          value: row.is_here,
          message: 'The niche is Reserved, which is for a pre-order. Make it Occupied, or leave this empty.',
        })
      if (status === 'Reserved' && row.died)
        problems.push({
          column: 'died',
          value: row.died,
          message: 'The niche is Reserved, which is for a pre-order. Make it Occupied, or remove the date.',
        })
      return problems
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

/** Why the last of these people has no place. An urn without a name needs one, too. */
function whyFull(
  rows: RowOfPerson[],
  { status, capacity, urns }: { status: string; capacity: number; urns: string },
): string | undefined {
  const here = rows.filter(({ isHere }) => isHere).length
  const later = rows.filter(({ isForLater }) => isForLater).length
  const urnsSaid = urns === '1' ? '1 urn' : `${urns} urns`
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
