import { setImmediate } from 'node:timers/promises'
import {
  type Choices,
  readStatusWithUrns,
  type SheetChoice,
  sheetColumn,
  type Target,
} from '#contract/registers/choices.ts'
import { columnsOf } from '#contract/registers/columns.ts'
import type { RegisterFile } from '#contract/registers/problem.ts'
import { plainHeader, readHeader, registerFileOf, suggestSheet } from './header.ts'
import { matchColumns } from './match-columns.ts'
import { placeOnWalls } from './place-on-walls.ts'
import { codeReader, readCodeDate } from './read-code.ts'
import type { FileRow } from './read-file.ts'
import { type Cells, type Change, createRowReader } from './read-row.ts'
import {
  isUrnWithoutName,
  type MergedNiche,
  nameOf,
  newNiche,
  saidOf,
  settleNiche,
  settlePerson,
  strongerStatus,
} from './settle-niche.ts'
import { readStart, type StagedRows } from './stage-file.ts'

/** A sheet that is read, with the names of its columns. */
export interface UsedSheet {
  at: number
  name: string
  choice: SheetChoice
  header: readonly string[]
  /** What the columns become by their names. */
  matched: Choices['columns']
  /** Set for a file of an exported register, whose rows are taken as they are. */
  register: RegisterFile | undefined
}

/** Suggests how each sheet is read. */
export async function suggestSheets(staged: StagedRows): Promise<SheetChoice[]> {
  const suggested: SheetChoice[] = []
  for (const at of staged.sheets.keys()) suggested.push(suggestSheet(await readStart(staged, at)))
  return suggested
}

export async function openSheets(staged: StagedRows, choices: Pick<Choices, 'sheets'>): Promise<UsedSheet[]> {
  const used: UsedSheet[] = []
  for (const [at, { name, columns }] of staged.sheets.entries()) {
    const choice = choices.sheets[at]
    if (!choice?.isUsed) continue
    const start = await readStart(staged, at)
    const plain = plainHeader(start, choice)
    const register = registerFileOf(plain)
    const header = register ? plain : readHeader(start, choice, columns)
    used.push({ at, name, choice, register, header, matched: matchColumns(header) })
  }
  return tellApart(used)
}

/**
 * Columns are chosen by name, whatever sheet they are in. A name that means something else in another sheet, such as `No.` for the number of a
 * niche and for that of a line, is followed by the name of its sheet.
 */
function tellApart(sheets: readonly UsedSheet[]): UsedSheet[] {
  const uses = new Map<string, Set<string | undefined>>()
  const isOwn = ({ name, register }: UsedSheet) => name !== '' && !register
  for (const { header, matched } of sheets.filter(isOwn))
    for (const title of header) uses.set(title, (uses.get(title) ?? new Set()).add(matched[title]))
  return sheets.map((sheet) => {
    if (!isOwn(sheet)) return sheet
    const titleOf = (title: string) => ((uses.get(title)?.size ?? 0) > 1 ? `${title} (${sheet.name})` : title)
    const matched = Object.entries(sheet.matched).map(([title, use]) => [titleOf(title), use] as const)
    return { ...sheet, header: sheet.header.map(titleOf), matched: Object.fromEntries(matched) }
  })
}

/** The rows of a sheet that are read, part by part. The rows of a large file take seconds, so others are answered between. */
export async function* readParts({ parts }: StagedRows, { at, choice }: UsedSheet) {
  const from = Math.max(choice.firstRow ?? 0, choice.headerRow + 1)
  for await (const all of parts(at)) {
    const rows = all.filter(({ number }) => number >= from && number <= (choice.lastRow ?? number))
    yield { rows, read: all.length }
    await setImmediate()
  }
}

export type Converted = Awaited<ReturnType<typeof convertSheets>>

/**
 * Makes the niches of a register from the rows of an operator's files. Only the niches are kept in memory: their people are read once more, by
 * `readPeople`, when everything that is said of a niche is known.
 */
export async function convertSheets(
  staged: StagedRows,
  sheets: readonly UsedSheet[],
  choices: Choices,
  onRows?: (sheet: UsedSheet, rows: readonly FileRow[]) => void,
) {
  const merged = await mergeRows(staged, sheets, choices, onRows)
  const enlarged: string[] = []
  let undated = 0
  let settled = 0
  for (const niche of merged.niches.values()) {
    const { asked, isEnlarged } = settleNiche(niche, choices.undated)
    undated += asked
    if (isEnlarged) enlarged.push(niche.row.code)
    settled += 1
    if (settled % nichesPerTurn === 0) await setImmediate()
  }
  const placed = await placeOnWalls([...merged.niches.values()], choices)
  return { ...merged, ...placed, byCode: merged.niches, enlarged, undated }
}

/** How many are worked on before others are answered. */
const nichesPerTurn = 2000

async function mergeRows(
  staged: StagedRows,
  sheets: readonly UsedSheet[],
  choices: Choices,
  onRows?: (sheet: UsedSheet, rows: readonly FileRow[]) => void,
) {
  const niches = new Map<string, MergedNiche>()
  const changes = new Map<Target, Change>()
  const seen = new Set<string>()
  const repeated = new Set<string>()
  let codeDates = 0
  const codeYears = new Set<string>()
  for (const sheet of sheets) {
    const readRow = rowReaderOf(sheet, choices, changes)
    const readAgain = rowReaderOf(sheet, choices)
    const mapped = sheet.header.flatMap((title, at) => (choices.columns[title] ? [at] : []))
    const used = mapped.length > 0 ? mapped : [...sheet.header.keys()]
    for await (const { rows } of readParts(staged, sheet)) {
      onRows?.(sheet, rows)
      for (const { number, cells } of rows) {
        /** A note below the list, or the end of a longer list beside it. */
        if (!used.some((at) => cells[at])) continue
        const text = JSON.stringify([sheet.name, ...used.map((at) => cells[at])]).toLowerCase()
        const isRepeated = seen.has(text)
        const { first, people, urns, saysOccupied, saysNotHere, date } = (isRepeated ? readAgain : readRow)(cells)
        /** Each row without a code is a problem of its own. */
        const key = first.code.toUpperCase() || `\n${placeOf(sheet, number)}`
        if (isRepeated) {
          repeated.add(placeOf(sheet, number))
          /** The row is about the same urn, or about a second one without any details. */
          const known = niches.get(key)
          if (known) known.nameless.repeated += urns || Number(saysOccupied)
          continue
        }
        seen.add(text)
        if (date) codeDates += 1
        if (date?.year) codeYears.add(date.year)
        const niche = niches.get(key) ?? newNiche(sheet.name, number)
        niche.mayBeMonth ||= date?.mayBeMonth === true
        niches.set(key, niche)
        for (const { name: column } of columnsOf.niches) {
          const [known, value] = [niche.row[column], first[column]]
          if (column === 'status' || value === '') continue
          if (known === '') niche.row[column] = value
          else if (!isSameValue(known, value)) niche.disagreements.push({ column, sheet: sheet.name, number })
        }
        niche.said = strongerStatus(niche.said, first.status)
        niche.saysNotHere ||= saysNotHere
        niche.nameless.urn += urns
        niche.nameless.occupied += Number(saysOccupied)
        for (const { isNamed, says } of people) niche[isNamed ? 'named' : 'held'][says] += 1
      }
    }
  }
  return { niches, changes: [...changes.values()], repeated, codeDates, hasCodesOfYears: codeYears.size > 1 }
}

/** The people of the same rows, once their niches are settled. */
export async function* readPeople(
  staged: StagedRows,
  sheet: UsedSheet,
  choices: Choices,
  { byCode, repeated }: Pick<Converted, 'byCode' | 'repeated'>,
) {
  const readRow = rowReaderOf(sheet, choices)
  for await (const { rows, read } of readParts(staged, sheet))
    yield {
      read,
      people: rows.flatMap(({ number, cells }) =>
        repeated.has(placeOf(sheet, number))
          ? []
          : readRow(cells).people.map(({ person, row, says }) => {
              const niche = byCode.get(row.code.toUpperCase())
              if (niche) settlePerson(row, niche.meanings[says], niche.row.status)
              return { number, cells, person, row }
            }),
      ),
    }
}

/** `1` and `01`, `A` and `a` are the same. */
const isSameValue = (one: string, other: string) =>
  one.toLowerCase() === other.toLowerCase() || Number(one) === Number(other)

const placeOf = ({ at }: UsedSheet, number: number) => `${at} ${number}`

/** Reads what one row says of its niche and of the people in it. */
function rowReaderOf(sheet: UsedSheet, choices: Choices, changes?: Map<Target, Change>) {
  const { codeDates, codePattern } = choices
  const read = createRowReader(sheet, choices, changes)
  const readCode = codePattern ? codeReader(codePattern) : undefined
  /** Each sheet may count its niches from 1. */
  const before = choices.columns[sheetColumn] === 'code' ? `${sheet.name}-` : ''
  return (cells: readonly string[]) => {
    const [first, ...more] = read(cells)
    const date = readCodeDate(first.code)
    if (date && codeDates) first.code = date[codeDates]
    if (first.code) first.code = `${before}${first.code}`
    for (const [name, value] of Object.entries(readCode?.(first.code) ?? {}))
      if (name in first) first[name as Target] ||= value
    const counted = readStatusWithUrns(first.status)
    if (counted) Object.assign(first, { status: 'Occupied', urns: first.urns || counted })
    const all: [Cells, ...Cells[]] = [first, ...more.map((person) => withHolder(person, first))]
    const urns = all.filter(isUrnWithoutName).length
    const namesNobody = !all.some(nameOf)
    const saysOccupied = namesNobody && urns === 0 && saidOf(first, first.status) === 'occupied'
    const people = all.flatMap((row, person) => {
      const isNamed = nameOf(row) !== ''
      const isHolderOnly = person === 0 && first.holder_name !== '' && (namesNobody || isUrnWithoutName(row))
      return isNamed || isHolderOnly ? [{ person, row, isNamed, says: saidOf(row, first.status) }] : []
    })
    const saysNotHere = all.some(({ is_here }) => is_here === 'no')
    return { first, people, urns, saysOccupied, saysNotHere, date }
  }
}

/** A further person of a row has the holder of the row. */
const withHolder = (
  cells: Cells,
  { code, holder_name, holder_contact, holder_email, booked_on, deed, receipt_no, reference }: Cells,
): Cells => ({ ...cells, code, holder_name, holder_contact, holder_email, booked_on, deed, receipt_no, reference })
