import { createWriteStream, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { formatDateTime } from '#contract/dates.ts'
import type { RegisterProblem } from '#contract/registers/problem.ts'
import { type Context, createContext } from '../context.ts'
import { AppError } from '../http/errors.ts'
import { print, withDatabase } from '../maintenance.ts'
import { toCsv } from '../registers/export-register.ts'
import { checkRegister, importRegister } from '../registers/import-register.ts'
import type { RegisterBytes } from '../registers/process-register.ts'
import { listImports } from '../registers/queries.ts'
import { undoImport } from '../registers/undo-import.ts'
import { runProgram, StartError } from '../start-error.ts'

const usage = [
  'Name the file of niches and, if you have it, the file of people:',
  '  npm run register:import -- niches.csv people.csv',
  'Add --check to only check them. --list lists the imports, --undo ID undoes one.',
].join('\n')

/** `npm run register:import -- niches.csv [people.csv]`: checks both files, then imports all of them or nothing. */
await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: 'boolean' },
      list: { type: 'boolean' },
      undo: { type: 'string' },
      problems: { type: 'string', default: 'register-problems.csv' },
    },
  })
  const manages = values.list || values.undo !== undefined
  if (manages ? positionals.length > 0 : positionals.length < 1 || positionals.length > 2) throw new StartError(usage)
  const files = manages ? undefined : readFiles(positionals)

  await withDatabase(async (services) => {
    const context = createContext(services)
    if (values.list) return list(context)
    if (values.undo !== undefined) return undo(context, values.undo)
    if (files && (await check(context, files, values.problems)) && !values.check) await importAll(context, files)
  })
})

function readFiles([niches = '', people]: string[]): RegisterBytes {
  return { niches: read(niches), people: people === undefined ? undefined : read(people) }
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new StartError(`The file ${path} cannot be read.`, { cause: error })
  }
}

/** How many problems are shown on screen. The file has them all. */
const shown = 50

/** The dry run. Returns whether there is something to import. */
async function check(context: Context, files: RegisterBytes, problemsFile: string): Promise<boolean> {
  let reported = 0
  let csv: ReturnType<typeof createWriteStream> | undefined
  const report = (problem: RegisterProblem) => {
    const { file, row, column, value, message } = problem
    csv ??= createWriteStream(problemsFile).on('error', () => undefined)
    if (reported === 0) csv.write(`\uFEFF${toCsv([['file', 'row', 'column', 'value', 'problem']])}`)
    csv.write(toCsv([[file, String(row), column, value, message]]))
    reported += 1
    if (reported <= shown) print(`${file} row ${row}${column && `, ${column}`}${value && ` "${value}"`}: ${message}`)
  }
  const result = await checkRegister(context, files, { report, progress: showRows('Checked') })
  await new Promise<void>((resolve) => (csv ? csv.end(resolve) : resolve()))
  if (result.importedBefore) {
    print(`These files were imported ${formatDateTime(result.importedBefore.toISOString())}. Nothing changes.`)
    return false
  }
  if (result.problems > 0) {
    if (reported > shown) print(`... and ${(reported - shown).toLocaleString('en')} more.`)
    throw new StartError(
      `${result.problems.toLocaleString('en')} problems. Nothing was imported. All of them are in ${problemsFile}.`,
    )
  }
  const { added, unchanged } = result
  print(`New: ${countsText(added)}. Already there: ${countsText(unchanged)}.`)
  total = added.niches + added.people + unchanged.niches + unchanged.people
  if (added.niches + added.people === 0) print('Nothing changes.')
  return added.niches + added.people > 0
}

let total = 0

async function importAll(context: Context, files: RegisterBytes) {
  const report = (problem: RegisterProblem) => print(`${problem.file} row ${problem.row}: ${problem.message}`)
  const result = await importRegister(context, files, { report, progress: showBar }).catch(explain)
  if (!result.importID) throw new StartError('The data has changed since the check. Nothing was imported.')
  print(`Imported ${countsText(result.added)}. To undo it: npm run register:import -- --undo ${result.importID}`)
}

async function undo(context: Context, importID: string) {
  if (!/^[0-9a-f-]{36}$/i.test(importID)) throw new StartError('--undo needs the ID of an import; --list shows them.')
  const removed = await undoImport(context, importID).catch(explain)
  print(`Removed ${countsText(removed)}.`)
}

async function list(context: Context) {
  for (const { importID, importedAt, undoneAt, ...counts } of await listImports(context.db))
    print(
      `${importID}  ${formatDateTime(importedAt.toISOString())}  ${countsText(counts)}${undoneAt ? '  undone' : ''}`,
    )
}

const countsText = ({ niches, people }: { niches: number; people: number }) =>
  `${niches.toLocaleString('en')} niches, ${people.toLocaleString('en')} people`

function explain(error: unknown): never {
  throw error instanceof AppError ? new StartError(error.publicMessage) : error
}

/** In a terminal, one line that grows; in a log, nothing. */
const overwrite = (text: string) => {
  if (process.stdout.isTTY) process.stdout.write(`\r${text}\u001B[K`)
}
const showRows = (what: string) => (rows: number) => overwrite(`${what} ${rows.toLocaleString('en')} rows`)
const width = 40
function showBar(rows: number) {
  const done = total === 0 ? 1 : rows / total
  const filled = Math.round(done * width)
  overwrite(`[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${Math.round(done * 100)} %`)
  if (rows >= total && process.stdout.isTTY) print('')
}
