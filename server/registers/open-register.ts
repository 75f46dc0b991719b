import { createHash } from 'node:crypto'
import { toDay } from '#contract/dates.ts'
import { type CellProblem, checkRow, headerProblem } from '#contract/registers/check-row.ts'
import { type Choices, columnUseOf, noChoices, sheetColumn } from '#contract/registers/choices.ts'
import { columnsOf, type NicheRow, type RowOf } from '#contract/registers/columns.ts'
import type { RegisterFile } from '#contract/registers/problem.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import {
  type Converted,
  convertSheets,
  openSheets,
  readParts,
  readPeople,
  suggestSheets,
  type UsedSheet,
} from './spreadsheet/convert.ts'
import { requireDraft, rowsOfDraft } from './spreadsheet/drafts.ts'
import { widthOf } from './spreadsheet/read-file.ts'
import { joinFiles, rowsOf, type StagedFile, type StagedRows } from './spreadsheet/stage-file.ts'

export interface ReadRow<File extends RegisterFile> {
  /** The sheet or the file where it is; empty if only one file can be meant. */
  sheet: string
  /** As spreadsheets count: the header is row 1. */
  number: number
  /** How messages about other rows name it: the number, with the sheet if there are several. */
  place: string
  /** The place of the person among those of one row, counted from 0. */
  person: number
  row: RowOf[File]
  /** The cells as they were, under the names of the header. */
  source: Record<string, string>
  problems: CellProblem[]
}

interface ReadPart<File extends RegisterFile> {
  rows: ReadRow<File>[]
  /** How much has been read of everything, from 0 to 1. */
  share: number
}

/** What is said of the problems of a register. A command names columns of people instead of kinds of problems. */
export type Answers = Partial<Pick<Choices, 'notRecorded' | 'furtherPeople'>>

/** The rows of a register, whatever files they come from. They can be read more than once. */
export interface RegisterSource {
  /** Says what exactly is imported. */
  hash: string
  /** What a sheet of the operator calls a column, if that is another name. */
  headerOf: (sheet: string, column: string, person: number) => string
  answers: Answers
  read: <File extends RegisterFile>(file: File) => AsyncIterable<ReadPart<File>>
}

/** Opens the rows of a register, which are read once for a check and once for an import. */
export type OpenRegister = (context: Context) => Promise<RegisterSource>

/** The draft of an admin. What only a person can know must have been answered. */
export async function openDraft(context: SignedInContext, draftID: string): Promise<OpenRegister> {
  const draft = await requireDraft(context, draftID)
  const { choices } = draft
  const staged = rowsOfDraft(context, draft)
  const sheets = await openSheets(staged, choices)
  const converted = await convertSheets(staged, sheets.filter(isMapped), choices)
  if (converted.undated > 0 && choices.undated === null)
    throw new AppError('DRAFT_UNANSWERED', { why: undatedQuestion })
  if (converted.codeDates > 0 && choices.codeDates === null)
    throw new AppError('DRAFT_UNANSWERED', { why: codeQuestion })
  const hash = createHash('sha256')
    .update(JSON.stringify([draftID, choices]))
    .digest('hex')
  /** An import reads the draft in its transaction: the embedded engine has one connection. */
  return async (context) =>
    sourceOf({
      staged: rowsOfDraft(context, draft),
      today: toDay(context.clock()),
      sheets,
      converted,
      choices,
      hash,
    })
}

const codeOfYears =
  'A spreadsheet took this code for the first day of a month, and other codes for days of other years, so it may have been a code such as 5-13. Please write it as text.'
const undatedQuestion = 'Please say first what it means that no date of death is given, in the step Values.'
const codeQuestion =
  'Please say first how the codes are written that the spreadsheet took for dates, in the step Values.'

/** Files in the columns of the register: that of niches and, if there is one, that of people. */
export function openFiles(files: readonly StagedFile[], answers: Answers = {}): OpenRegister {
  const joined = joinFiles(files.map((staged) => ({ name: '', staged })))
  const staged = rowsOf(joined)
  return async ({ clock }) => {
    const choices: Choices = { ...noChoices, ...answers, sheets: await suggestSheets(staged) }
    const sheets = await openSheets(staged, choices)
    for (const { at, register, header } of sheets) {
      const file = register ?? (at === 0 ? 'niches' : 'people')
      const names = header.map((name) => name.toLowerCase())
      const problem = headerProblem(file, names)
      if (problem) throw new AppError('REGISTER_UNREADABLE', { why: `The file of ${file} cannot be read. ${problem}` })
    }
    if (!sheets.some(({ register }) => register === 'niches'))
      throw new AppError('REGISTER_UNREADABLE', { why: 'The file of niches has no rows below its header.' })
    const converted = await convertSheets(staged, [], choices)
    return sourceOf({ staged, sheets, converted, choices, hash: joined.hash, today: toDay(clock()) })
  }
}

interface Opened {
  staged: StagedRows
  sheets: readonly UsedSheet[]
  converted: Converted
  choices: Choices
  hash: string
  today: string
}

/** Rows that are compared and written together. */
export const rowsPerPart = 1000

function sourceOf({ staged, sheets, converted, choices, hash, today }: Opened): RegisterSource {
  const { niches } = converted
  const mapped = sheets.filter(isMapped)
  const countRows = (read: readonly UsedSheet[]) =>
    read.reduce((sum, { at }) => sum + (staged.sheets[at]?.rows ?? 0), 0)
  const total = niches.length + countRows(sheets)

  async function* read<File extends RegisterFile>(file: File): AsyncGenerator<ReadPart<File>> {
    const ofRegister = sheets.filter(({ register }) => register === file)
    const hasSeveral = mapped.length + ofRegister.length > 1
    const names = columnsOf[file].map(({ name }) => name)
    let done = file === 'niches' ? 0 : niches.length + countRows(sheets.filter(({ register }) => register === 'niches'))
    const partOf = (rows: ReadRow<File>[], read: number): ReadPart<File> => {
      done += read
      return { rows, share: done / total }
    }
    const placeOf = (sheet: string, number: number) => (hasSeveral ? `${number} of "${sheet}"` : String(number))
    const readRow = (sheet: string, header: readonly string[], { number, cells, source, person = 0 }: RowToCheck) => ({
      sheet,
      number,
      person,
      source: source ?? {},
      place: placeOf(sheet, number),
      ...checkRow(file, header, cells, today),
    })

    for (let from = 0; file === 'niches' && from < niches.length; from += rowsPerPart) {
      const part = niches.slice(from, from + rowsPerPart)
      const rows = part.map(({ sheet, number, row, disagreements, mayBeMonth }) => {
        const read = readRow(sheet, names, { number, cells: names.map((name) => row[name as keyof NicheRow]) })
        if (mayBeMonth && converted.hasCodesOfYears)
          return { ...read, problems: [{ column: 'code', value: row.code, message: codeOfYears }] }
        if (row.code === '') return { ...read, problems: read.problems.filter(({ column }) => column === 'code') }
        const contradicted = disagreements.map(({ column, ...other }): CellProblem => {
          const message = `Row ${placeOf(other.sheet, other.number)} says something else of this niche.`
          return { column, value: row[column as keyof NicheRow], message }
        })
        return { ...read, problems: [...read.problems, ...contradicted] }
      })
      yield partOf(rows, rows.length)
    }
    for (const sheet of file === 'people' ? mapped : [])
      for await (const { people, read } of readPeople(staged, sheet, choices, converted)) {
        const rows = people.map(({ number, cells, person, row }) => {
          const source = nameCells(sheet.header, cells)
          return readRow(sheet.name, names, { number, person, source, cells: names.map((name) => row[name]) })
        })
        yield partOf(rows, read)
      }
    for (const sheet of ofRegister)
      for await (const { rows, read } of readParts(staged, sheet)) {
        const { at, name, header } = sheet
        const whole = rows.map(({ number, cells }) => {
          const fitted = fitTo(header, cells, staged.sheets[at]?.isCsv)
          return readRow(name, header, { number, cells: fitted, source: nameCells(header, cells) })
        })
        yield partOf(whole, read)
      }
  }
  return { hash, headerOf: headerFinder(mapped, choices), answers: choices, read }
}

/** If several columns of a sheet become one, it is the first of them. */
function headerFinder(sheets: readonly UsedSheet[], { columns }: Choices): RegisterSource['headerOf'] {
  const headers = new Map<string, string>()
  for (const { name, header } of sheets)
    for (const title of [sheetColumn, ...header.toReversed()]) {
      const use = columnUseOf(columns[title])
      if (use) headers.set(`${name} ${use.person} ${use.target}`, title)
    }
  return (sheet, column, person) =>
    headers.get(`${sheet} ${person} ${column}`) ?? headers.get(`${sheet} 0 ${column}`) ?? ''
}

interface RowToCheck {
  number: number
  cells: readonly string[]
  source?: Record<string, string>
  person?: number
}

const isMapped = ({ register }: UsedSheet) => register === undefined

const nameCells = (header: readonly string[], cells: readonly string[]) =>
  Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))

/** Spreadsheets write empty cells to the right of the header. A row of a CSV file that is too short may have been cut off. */
function fitTo(header: readonly string[], cells: readonly string[], isCsv = false): readonly string[] {
  const fitted = widthOf(cells) <= header.length ? cells.slice(0, header.length) : cells
  return isCsv ? fitted : [...fitted, ...header.slice(fitted.length).map(() => '')]
}
