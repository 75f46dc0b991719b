import { accessSync, constants, createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import { countsText } from '#contract/registers/api.ts'
import { optionalDetails, registerStatuses } from '#contract/registers/columns.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { type Context, createContext } from '#server/core/context.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { AppError } from '#server/http/errors.ts'
import { print, withDatabase } from '#server/start/maintenance.ts'
import { checkRegister, importRegister, type RegisterResult } from '../registers/import-register.ts'
import { type OpenRegister, openFiles } from '../registers/open-register.ts'
import { listImports } from '../registers/queries.ts'
import { problemHeader, problemLine, waitForDrain } from '../registers/send-run.ts'
import { UnreadableFile } from '../registers/spreadsheet/read-file.ts'
import { type StagedFile, stageInThread } from '../registers/spreadsheet/stage-file.ts'
import { undoImport } from '../registers/undo-import.ts'

const usage = [
  'Name the file of niches and, if you have it, the file of people:',
  '  npm run register:import -- niches.csv people.csv',
  'Add --check to only check them, or --leave-out to import all but the rows with problems.',
  'With --not-recorded born,postal_code wrong values in these columns count as not recorded.',
  'With --further-people names that nobody in their niche has are those of further people, and no corrected names.',
  '--list lists the imports, --undo ID undoes one.',
].join('\n')

/** The number of problems shown on screen. The file has them all. */
const shown = 50
const barWidth = 40

/** Most of what is read is not kept, and V8 would collect it only when it is several times as much as what is. */
setFlagsFromString('--heap-growing-percent=50')

/** `npm run register:import -- niches.csv [people.csv]`: checks both files, then imports all of them or nothing. */
await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean' },
      list: { type: 'boolean' },
      undo: { type: 'string' },
      'leave-out': { type: 'boolean' },
      'not-recorded': { type: 'string', default: '' },
      'further-people': { type: 'boolean' },
      problems: { type: 'string', default: 'register-problems.csv' },
    },
  })
  const manages = values.list || values.undo !== undefined
  if (manages ? positionals.length > 0 : positionals.length < 1 || positionals.length > 2) throw new StartError(usage)
  if (values.undo !== undefined && !/^[0-9a-f-]{36}$/i.test(values.undo))
    throw new StartError('--undo needs the ID of an import; --list shows them.')
  for (const path of positionals) requireReadable(path)

  await withDatabase(async (services) => {
    const context = createContext(services)
    if (values.list) return list(context)
    if (values.undo !== undefined) return undo(context, values.undo)
    const read: StagedFile[] = []
    for (const path of positionals) read.push(await readFile(path))
    const notRecorded = readColumns(values['not-recorded'])
    const files = openFiles(read, { notRecorded, furtherPeople: values['further-people'] ?? false })
    const leaveOut = values['leave-out'] ?? false
    if ((await check(context, files, values.problems, leaveOut)) && !values.check)
      await importAll(context, files, leaveOut)
  })
})

function readColumns(text: string): string[] {
  const names = text.split(',').filter(Boolean)
  const columns = optionalDetails.filter((name) => names.includes(name))
  if (columns.length === names.length) return columns
  throw new StartError(`--not-recorded takes names of columns with commas between them: ${optionalDetails.join(', ')}.`)
}

function requireReadable(path: string) {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    throw new StartError(`The file ${path} cannot be read.`, { cause: error })
  }
}

function readFile(path: string): Promise<StagedFile> {
  return stageInThread(path).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? new StartError(`${path}: ${error.message}`, { cause: error }) : error
  })
}

/** The dry run. Returns whether there is something to import. */
async function check(context: Context, files: OpenRegister, problemsFile: string, leaveOut: boolean): Promise<boolean> {
  let reported = 0
  let csv: ReturnType<typeof createWriteStream> | undefined
  const report = (problem: RegisterProblem) => {
    const { column, value, message } = problem
    csv ??= createWriteStream(problemsFile, { mode: 0o600 }).on('error', () => undefined)
    if (reported === 0) csv.write(problemHeader)
    csv.write(problemLine(problem))
    reported += 1
    if (reported <= shown) print(`${placeOf(problem)}${column && `, ${column}`}${value && ` "${value}"`}: ${message}`)
  }
  const progress = async (share: number) => {
    showBar('Checking')(share)
    if (csv && !csv.errored) await waitForDrain(csv)
  }
  const result = await checkRegister(context, files, { report, progress }).catch(explain)
  await new Promise<void>((resolve) => (csv ? csv.end(resolve) : resolve()))
  if (result.importedBefore) {
    print(`These files were imported ${formatDateTime(result.importedBefore)}. Nothing changes.`)
    return false
  }
  if (result.problems > 0) {
    if (reported > shown) print(`... and ${(reported - shown).toLocaleString('en')} more.`)
    for (const { file, column, message, count } of result.kinds)
      if (count > 1) print(`${count.toLocaleString('en')} in ${file}${column && `, ${column}`}, such as: ${message}`)
    const where = csv?.errored ? `${problemsFile} cannot be written.` : `All of them are in ${problemsFile}.`
    const count = counted(result.problems, 'problem')
    if (!leaveOut) printTotals(result)
    if (!leaveOut) throw new StartError(`${count}. Nothing was imported. ${where}`)
    print(`${count}. These rows are left out. ${where}`)
  }
  printTotals(result)
  const { added } = result
  if (added.niches + added.people === 0) print('Nothing changes.')
  return added.niches + added.people > 0
}

function placeOf({ file, sheet, row }: RegisterProblem) {
  return `${file} row ${row}${sheet && ` of ${sheet}`}`
}

/** What would come of the rows, and what the house has in their niches in the end. */
function printTotals({ added, unchanged, different, totals }: RegisterResult) {
  const others = different.niches + different.people > 0 ? ` Different there: ${countsText(different)}.` : ''
  print(`New: ${countsText(added)}. Already there: ${countsText(unchanged)}.${others}`)
  for (const { building, level, block, niches, people, urns, ...statuses } of totals) {
    const byStatus = registerStatuses.map((status) => `${statuses[status].toLocaleString('en')} ${status}`)
    const urnsText = counted(urns, 'urn')
    print(
      `${building}, level ${level}, block ${block}: ${countsText({ niches, people })}, ${urnsText}; ${byStatus.join(', ')}`,
    )
  }
}

async function importAll(context: Context, files: OpenRegister, leaveOut: boolean) {
  print('Importing...')
  const report = (problem: RegisterProblem) => leaveOut || print(`${placeOf(problem)}: ${problem.message}`)
  const options = {
    report: (problem: RegisterProblem) => void report(problem),
    progress: showBar('Importing'),
    leaveOut,
  }
  const result = await importRegister(context, files, options).catch(explain)
  if (!result.importID) throw new StartError('The data has changed since the check. Nothing was imported.')
  print(`Imported ${countsText(result.added)}. To undo it: npm run register:import -- --undo ${result.importID}`)
}

async function undo(context: Context, importID: string) {
  const removed = await undoImport(context, importID).catch(explain)
  print(`Removed ${countsText(removed)}.`)
}

async function list(context: Context) {
  for (const { importID, importedAt, undoneAt, ...counts } of await listImports(context.db))
    print(`${importID}  ${formatDateTime(importedAt)}  ${countsText(counts)}${undoneAt ? '  undone' : ''}`)
}

function explain(error: unknown): never {
  throw error instanceof AppError ? new StartError(error.publicMessage) : error
}

/** Shows one line in a terminal that is written again and again, and nothing in a log. */
function showBar(what: string) {
  return (share: number) => {
    if (!process.stdout.isTTY) return
    const filled = Math.round(share * barWidth)
    const bar = `${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}`
    process.stdout.write(`\r${what} [${bar}] ${Math.round(share * 100)} %\u001B[K${share === 1 ? '\n' : ''}`)
  }
}
