import {
  type Choices,
  columnUseOf,
  isValueTarget,
  sheetColumn,
  type ValueTarget,
  valueTargets,
} from '#contract/registers/choices.ts'
import {
  shownCells,
  shownCodes,
  shownExamples,
  shownRows,
  shownValues,
  shownWalls,
} from '#contract/registers/draft-api.ts'
import type { Context } from '#server/core/context.ts'
import { hideNRICs, hideNumber } from '../hidden-numbers.ts'
import { convertSheets, openSheets, type UsedSheet } from './convert.ts'
import { rowsOfDraft, type StoredDraft } from './drafts.ts'
import { headerWithin } from './header.ts'
import { suggestValue } from './normalise.ts'
import type { FileRow } from './read-file.ts'
import { readStart, type StagedRows } from './stage-file.ts'

/** What the page shows of a draft, step by step. Reads all rows of sheets that are no exported register. */
export async function describeDraft(context: Context, draft: StoredDraft) {
  const { draftID, version, files, changedAt, choices } = draft
  const staged = rowsOfDraft(context, draft)
  const sheets = await openSheets(staged, choices)
  const mapped = sheets.filter(({ register }) => !register)
  const columns = createColumnNotes(choices)
  const converted = await convertSheets(staged, mapped, choices, columns.add)
  const { niches, walls, changes, repeated, enlarged, undated, codeDates } = converted
  return {
    draftID,
    version,
    files,
    changedAt,
    choices,
    isRegister: sheets.length > 0 && mapped.length === 0,
    sheets: await describeSheets(staged, choices, sheets),
    ...columns.finish(mapped),
    places: niches.slice(0, shownExamples).map(({ row }) => row),
    walls: walls.slice(0, shownWalls).map((each) => ({ ...each, codes: each.codes.slice(0, shownCodes) })),
    hiddenWalls: Math.max(0, walls.length - shownWalls),
    guessedWalls: walls.filter(({ isGuess }) => isGuess).length,
    changes,
    repeated: repeated.size,
    enlarged: { count: enlarged.length, codes: enlarged.slice(0, shownExamples) },
    undated,
    codeDates,
  }
}

/** Each sheet with its first rows, as far as those below the names of its columns. */
async function describeSheets(staged: StagedRows, choices: Choices, used: readonly UsedSheet[]) {
  const described: { name: string; rows: number; start: FileRow[] }[] = []
  for (const [at, { name, rows, columns }] of staged.sheets.entries()) {
    const first = await readStart(staged, at)
    const header = first.findIndex(({ number }) => number === choices.sheets[at]?.headerRow)
    const shown = first.slice(Math.max(0, header - headerWithin), Math.max(shownRows, header + shownRows / 2))
    const width = Math.min(columns, shownCells)
    const names = used.find((sheet) => sheet.at === at)?.header ?? []
    const hiding = names.map((title) => hidingFor(choices.columns[title] ?? title))
    const start = shown.map(({ number, cells }) => ({
      number,
      cells: cells.slice(0, width).map((cell, column) => {
        const isTitle = number <= (choices.sheets[at]?.headerRow ?? 0)
        return (isTitle ? hideNRICs : (hiding[column] ?? hideNRICs))(cell)
      }),
    }))
    described.push({ name, rows, start })
  }
  return described
}

/** How the cells of a column are shown: those of identity numbers hide them whatever form they have. */
const hidingFor = (key: string | undefined) => (columnUseOf(key)?.target === 'identity_number' ? hideNumber : hideNRICs)

/** Values that nobody has explained are shown first. */
const countedValues = 1000

/** Counts what is in each column, by its name, whatever sheet it is in. */
function createColumnNotes({ columns, values: said }: Choices) {
  const notes = new Map<string, { filled: number; examples: Set<string> }>()
  const values = new Map<ValueTarget, Map<string, { value: string; count: number }>>()
  const add = ({ header }: UsedSheet, rows: readonly FileRow[]) => {
    for (const [at, name] of header.entries()) {
      const note = notes.get(name) ?? { filled: 0, examples: new Set<string>() }
      notes.set(name, note)
      const target = columnUseOf(columns[name])?.target
      for (const { cells } of rows) {
        const value = cells[at]
        if (!value) continue
        note.filled += 1
        if (note.examples.size < shownExamples) note.examples.add(hidingFor(columns[name])(value.slice(0, 100)))
        if (target && isValueTarget(target)) countValue(target, value)
      }
    }
  }
  const countValue = (target: ValueTarget, value: string) => {
    const known = values.get(target) ?? new Map<string, { value: string; count: number }>()
    values.set(target, known)
    const counted = known.get(value.toLowerCase())
    if (counted) counted.count += 1
    else if (known.size < countedValues) known.set(value.toLowerCase(), { value, count: 1 })
  }
  const finish = (sheets: readonly UsedSheet[]) => ({
    columns: [
      ...[...notes].map(([name, { filled, examples }]) => ({ name, filled, examples: [...examples] })),
      ...(sheets.some(({ name }) => name) ? [nameOfSheet(sheets)] : []),
    ],
    values: valueTargets.flatMap((target) =>
      [...(values.get(target) ?? [])]
        .map(([key, { value, count }]) => ({
          target,
          value,
          count,
          becomes: said[target]?.[key] ?? suggestValue(target, value) ?? null,
        }))
        .toSorted((one, other) => Number(one.becomes !== null) - Number(other.becomes !== null))
        .slice(0, shownValues),
    ),
  })
  return { add, finish }
}

const nameOfSheet = (sheets: readonly UsedSheet[]) => ({
  name: sheetColumn,
  filled: sheets.length,
  examples: sheets.slice(0, shownExamples).map(({ name }) => name),
})
