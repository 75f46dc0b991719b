import { groupBy } from '#contract/group-by.ts'
import type { Choices, Target } from '#contract/registers/choices.ts'
import { columnsOf } from '#contract/registers/columns.ts'
import type { ConvertedNiche, ConvertedPerson } from './converted.ts'
import type { FileRow } from './file-sheet.ts'
import { readStatusWithUrns } from './normalise.ts'
import { placeOnWalls } from './place-on-walls.ts'
import { codeReader, isCodeDate, readCodeDate } from './read-code.ts'
import { type Cells, type Change, createRowReader, type ReadSheet } from './read-row.ts'
import { settleNiche } from './settle-niche.ts'

/** Makes the niches and people of a register from the rows of an operator's file. Give it all rows, then ask for the result. */
export function createConverter(choices: Choices) {
  const niches: ConvertedNiche[] = []
  /** Without those of an exported register, whose rows are taken as they are. */
  const byCode = new Map<string, ConvertedNiche>()
  const people: ConvertedPerson[] = []
  const changes = new Map<Target, Change>()
  const seen = new Set<string>()
  const counts = { repeated: 0, codeDates: 0 }
  const { codeDates, codePattern } = choices
  const readCode = codePattern ? codeReader(codePattern) : undefined

  function add(sheet: ReadSheet, rows: readonly FileRow[]) {
    const { headerRow, firstRow, lastRow } = sheet.choice
    const reader = createRowReader(sheet, choices, changes)
    const from = Math.max(firstRow ?? 0, headerRow + 1)
    for (const { number, cells } of rows) {
      if (number < from || number > (lastRow ?? number)) continue
      const text = JSON.stringify([sheet.name, cells])
      if (seen.has(text)) {
        counts.repeated += 1
        continue
      }
      seen.add(text)
      addRow(reader.read(cells), { sheet: sheet.name, number, cells, header: sheet.header }, reader)
    }
  }

  type Place = Pick<ConvertedNiche, 'sheet' | 'number' | 'cells' | 'header'>
  type Reader = Pick<ReturnType<typeof createRowReader>, 'isRegister' | 'hasNiches'>

  function addRow([first, ...more]: [Cells, ...Cells[]], place: Place, reader: Reader) {
    if (isCodeDate(first.code)) counts.codeDates += 1
    readCodeInto(first)
    const niche = reader.hasNiches ? addNiche(first, place, reader) : undefined
    for (const [person, cells] of [first, ...more].entries()) {
      const { beneficiary_name, holder_name, died, is_here } = cells
      const isNamed = beneficiary_name !== '' || (person === 0 && holder_name !== '')
      if (isNamed)
        people.push({ ...place, person, row: person === 0 ? cells : withHolder(cells, first), status: first.status })
      if (niche && beneficiary_name === '' && (died || is_here === 'yes')) niche.unnamed += 1
    }
  }

  /** The code as it is on the door, and what it says of the place. */
  function readCodeInto(cells: Cells) {
    if (codeDates) cells.code = readCodeDate(cells.code, codeDates)
    const parts = readCode?.(cells.code) ?? {}
    for (const [name, value] of Object.entries(parts)) if (name in cells) cells[name as Target] ||= value
  }

  function addNiche(cells: Cells, place: Place, { isRegister }: Reader): ConvertedNiche {
    const counted = readStatusWithUrns(cells.status)
    if (counted) Object.assign(cells, { status: 'Occupied', urns: cells.urns || counted })
    const code = cells.code.toUpperCase()
    const known = isRegister ? undefined : byCode.get(code)
    const niche = known ?? { ...place, person: 0, row: cells, statuses: [], unnamed: 0 }
    if (cells.status) niche.statuses.push(cells.status)
    for (const { name } of columnsOf.niches) niche.row[name] ||= cells[name]
    if (!known) niches.push(niche)
    if (!isRegister) byCode.set(code, niche)
    return niche
  }

  /** Call it once, after all rows. */
  function finish() {
    const peopleIn = groupBy(people, ({ row }) => row.code.toUpperCase())
    const enlarged: string[] = []
    let undated = 0
    for (const [code, niche] of byCode) {
      const settled = settleNiche(niche, peopleIn.get(code) ?? [], choices.undated)
      undated += settled.asked
      if (settled.isEnlarged) enlarged.push(niche.row.code)
    }
    const placed = placeOnWalls(niches, choices)
    return { ...placed, people, changes: [...changes.values()], enlarged, undated, ...counts }
  }
  return { add, finish }
}
export type Converted = ReturnType<ReturnType<typeof createConverter>['finish']>

/** A further person of a row has the holder of the row. */
const withHolder = (
  cells: Cells,
  { code, holder_name, holder_contact, holder_email, booked_on, deed, reference }: Cells,
): Cells => ({ ...cells, code, holder_name, holder_contact, holder_email, booked_on, deed, reference })
