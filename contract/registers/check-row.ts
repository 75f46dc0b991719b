import { joinScripts, longestName } from '../bookings/booking.ts'
import { toAmount, toCents } from '../money.ts'
import { splitHolders } from '../rights/holder.ts'
import { lastDayOf } from '../rights/term.ts'
import { type Column, columnsOf, columnTitle, emptyRow, type NicheRow, type PersonRow, type RowOf } from './columns.ts'
import { isAfter, isPartialDate } from './partial-date.ts'
import type { RegisterFile, RegisterProblem } from './problem.ts'

/** A problem with one cell. It is a mistake unless `what` says otherwise. */
export interface CellProblem {
  column: string
  value: string
  message: string
  what?: RegisterProblem['what']
  /** The booking that can be corrected by the file, and what it has there. */
  correctable?: { bookingID: string; known: string }
}

/** What is wrong with the columns of a file: without the right ones, no row can be read. */
export function headerProblem(file: RegisterFile, header: readonly string[]): string | undefined {
  const columns: readonly Column[] = columnsOf[file]
  const unknown = header.find((name) => columns.every((column) => column.name !== name))
  if (unknown !== undefined) return `The column "${unknown}" is not known. Remove it or correct its name.`
  const missing = columns.find(({ name, required }) => required && !header.includes(name))
  return missing && `The column "${missing.name}" is missing.`
}

/** Removes surrounding spaces and the apostrophe that keeps spreadsheets from running a text as a formula. */
export const cleanCell = (cell: string): string => cell.trim().replace(beforeFormula, '')
/** Doubles an apostrophe that is part of the text, so that `cleanCell` removes only one. */
export const keepApostrophe = (text: string): string => text.replace(beforeFormula, "''")
const beforeFormula = /^'(?='*[=+\-@＝＋－＠])/

/** Reads the cells of one row, in the order of the header. Everything that is wrong with it is reported. */
export function checkRow<File extends RegisterFile>(
  file: File,
  header: readonly string[],
  cells: readonly string[],
  today: string,
): { row: RowOf[File]; problems: CellProblem[] } {
  const row: Record<string, string> = { ...emptyRow[file] }
  header.forEach((name, at) => {
    row[name] = cleanCell(cells[at] ?? '')
  })
  if (cells.length !== header.length) return { row: row as RowOf[File], problems: [wrongLength(header, cells)] }
  const problems: CellProblem[] = []
  for (const column of columnsOf[file]) {
    const value = inListedCase(column, row[column.name] ?? '')
    row[column.name] = value
    const message = checkCell(column, value, today)
    if (message) problems.push({ column: column.name, value, message })
  }
  const faulty = new Set(problems.map(({ column }) => column))
  const together = file === 'niches' ? checkNiche(row as NicheRow) : checkPerson(row as PersonRow)
  problems.push(...toProblems<Record<string, string>>(row, together).filter(({ column }) => !faulty.has(column)))
  if (problems.length === 0 && file === 'niches') normaliseNumbers(row as NicheRow)
  if (file === 'people') normalisePerson(row as PersonRow)
  return { row: row as RowOf[File], problems }
}

/** The values may be in the wrong columns, so nothing else is said about them. */
const wrongLength = (header: readonly string[], cells: readonly string[]): CellProblem => ({
  column: '',
  value: cells.join(','),
  message: `The row has ${cells.length} values for ${header.length} columns.`,
})

/** What spreadsheets write instead of a value that they could not keep. */
const brokenBySpreadsheet = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|#+)$/
const scientific = /^\d(\.\d+)?E\+\d+$/i
/** Control characters except line ends and tabs, and U+FFFD, which stands for bytes that could not be decoded. */
const control = /(?![\n\r\t])[\p{Cc}\ufffd]/u

const inListedCase = ({ values }: Column, value: string) =>
  values?.find((each) => each.toLowerCase() === value.toLowerCase()) ?? value

function checkCell({ name, required, max, rule }: Column, value: string, today: string): string | undefined {
  const subject = columnTitle(name)
  if (value === '') return required ? `${subject} is missing.` : undefined
  if (brokenBySpreadsheet.test(value)) return `${subject} is an error of the spreadsheet, not a value.`
  if (scientific.test(value)) return `${subject} was shortened by the spreadsheet. Format the column as text.`
  if (control.test(value)) return `${subject} has a character that cannot be read.`
  if (value.length > max) return `${subject} is longer than ${max} characters.`
  const problem = rule?.(value, today)
  return problem && `${subject} ${problem}.`
}

/** Names a column of a row and what is wrong with its value. */
export type RowProblems<Row> = Iterable<[column: keyof Row & string, message: string]>

export const toProblems = <Row extends object>(row: Row, found: RowProblems<Row>): CellProblem[] =>
  Array.from(found, ([column, message]) => ({ column, value: String(row[column]), message }))

function* checkNiche({ status, reason, capacity, urns, is_blocked }: NicheRow): RowProblems<NicheRow> {
  if (is_blocked === 'yes' && status !== 'Occupied' && status !== 'Reserved')
    yield ['is_blocked', 'Only an Occupied or Reserved niche is blocked as well. Otherwise its status is Blocked.']
  if (reason && status !== 'Blocked' && is_blocked !== 'yes') yield ['reason', 'Only a Blocked niche has a reason.']
  if (Number(urns) > 0 && status !== 'Occupied')
    yield ['urns', `The niche is ${status}. Only an Occupied niche holds urns.`]
  else if (Number(urns) > Number(capacity || 1)) yield ['urns', `The capacity of the niche is only ${capacity || 1}.`]
}

function* checkPerson(person: PersonRow): RowProblems<PersonRow> {
  const { born, died, is_here, for_later, visitors, withheld_reason, right_from, right_until } = person
  if (!person.holder_name && !nameOf(person))
    yield ['holder_name', 'The name of the holder or of the beneficiary is needed.']
  if (nameOf(person).length > longestName)
    yield ['other_script', `Both names together are at most ${longestName} characters.`]
  if ((visitors === 'withheld') !== (withheld_reason !== ''))
    yield ['withheld_reason', 'Please give a reason for a person who is withheld from visitors, and for nobody else.']
  if (is_here === 'yes' && for_later === 'yes') yield ['is_here', 'Somebody who is here has no place for later.']
  if (born && died && isAfter(born, died)) yield ['died', 'Died is before born.']
  if (right_from && right_until && isAfter(right_from, right_until))
    yield ['right_until', 'The right ends before it begins.']
  /** At `for_later`, because an admin may have wrong dates of death ignored; a dead person would then be booked for later. */
  if (for_later === 'yes' && died) yield ['for_later', 'Somebody who has died has no place for later.']
}

/** `007` and `3800` become `7` and `3800.00`, so that equal rows are equal texts. */
function normaliseNumbers(row: NicheRow) {
  for (const name of ['level', 'column', 'row'] as const) row[name] = String(Number(row[name]))
  row.price = toAmount(toCents(row.price) ?? 0)
  row.capacity = Number(row.capacity) > 1 ? String(Number(row.capacity)) : ''
  row.further_price = toCents(row.further_price) ? toAmount(toCents(row.further_price) ?? 0) : ''
  if (row.is_blocked === 'no') row.is_blocked = ''
  row.urns = row.urns && row.status === 'Occupied' ? String(Number(row.urns)) : ''
}

/** A name in two scripts is stored as one. */
function normalisePerson(row: PersonRow) {
  row.beneficiary_name = nameOf(row)
  row.other_script = ''
  if (row.for_later === 'no') row.for_later = ''
  row.second_holder = splitHolders(row.second_holder).join('; ')
  /** A year ends on 31 December. */
  if (isPartialDate(row.right_until)) row.right_until = lastDayOf(row.right_until)
}

const nameOf = ({ beneficiary_name, other_script }: PersonRow) => joinScripts(beneficiary_name, other_script)
