import type { CellProblem } from './check-row.ts'
import type { NicheRow, PersonRow } from './columns.ts'

/** Compares the rows of one register with each other: call it with each correct row, first of niches, then of people. */
export function createRegisterCheck() {
  const niches = new Map<string, Pick<NicheRow, 'status' | 'capacity'>>()
  const rowOfCode = new Map<string, number>()
  const rowOfPlace = new Map<string, number>()
  const rowsOfPeople = new Map<string, number[]>()

  return {
    niche(row: NicheRow, number: number): CellProblem[] {
      const code = row.code.toUpperCase()
      const place = placeOf(row)
      const problems = [
        ...alreadyIn(rowOfCode, code, number, { column: 'code', value: row.code, message: 'This code is also in row' }),
        ...alreadyIn(rowOfPlace, place, number, {
          column: 'column',
          value: row.column,
          message: 'Column and row of this block are also in row',
        }),
      ]
      if (!niches.has(code)) niches.set(code, { status: row.status, capacity: row.capacity })
      return problems
    },
    person(row: PersonRow, number: number): CellProblem[] {
      const code = row.code.toUpperCase()
      const { status, capacity } = niches.get(code) ?? {}
      const at = { column: 'code', value: row.code }
      if (status === undefined) return [{ ...at, message: 'There is no niche with this code in the file of niches.' }]
      if (status !== 'Occupied' && status !== 'Reserved')
        return [{ ...at, message: `The niche is ${status}. A niche with a person is Reserved or Occupied.` }]
      const problems: CellProblem[] = []
      const earlier = rowsOfPeople.get(code) ?? []
      if (earlier.length < Number(capacity || 1)) rowsOfPeople.set(code, [...earlier, number])
      else problems.push({ ...at, message: alreadyFull(earlier) })
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

const alreadyFull = (rows: number[]) =>
  rows.length === 1
    ? `This niche already has a person in row ${rows[0]}.`
    : `This niche already has people in rows ${rows.join(', ')}.`

/** Where a niche is, as one text. */
const placeOf = ({ building, level, block, column, row }: NicheRow) => [building, level, block, column, row].join('\t')

function alreadyIn(seen: Map<string, number>, key: string, number: number, problem: CellProblem): CellProblem[] {
  const earlier = seen.get(key)
  if (earlier === undefined) seen.set(key, number)
  return earlier === undefined ? [] : [{ ...problem, message: `${problem.message} ${earlier}.` }]
}
