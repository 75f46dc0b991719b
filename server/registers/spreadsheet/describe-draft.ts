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
import { createConverter } from './convert.ts'
import { readDraftParts, type StoredDraft } from './drafts.ts'
import type { FileRow } from './file-sheet.ts'
import { isRegisterHeader, readHeader } from './header.ts'
import { suggestValue } from './normalise.ts'
import type { ReadSheet } from './read-row.ts'

/** What the page shows of a draft, step by step. Reads all of its rows. */
export async function describeDraft(context: Context, draft: StoredDraft) {
  const { draftID, version, files, changedAt, choices } = draft
  const start = draft.sheets.map((): FileRow[] => [])
  const columns = createColumnNotes(choices)
  const { converted, sheets } = await convertDraft(context, draft, (sheet, rows, at) => {
    const shown = start[at]
    if (shown && shown.length < shownRows) shown.push(...rows.slice(0, shownRows - shown.length))
    if (sheet) columns.add(sheet, rows)
  })
  return {
    ...{ draftID, version, files, changedAt, choices },
    isRegister: sheets.length > 0 && sheets.every(({ header }) => isRegisterHeader(header)),
    sheets: draft.sheets.map(({ name, rows }, at) => ({
      name,
      rows,
      start: (start[at] ?? []).map(({ number, cells }) => ({
        number,
        cells: cells.slice(0, shownCells).map(withoutNRIC),
      })),
    })),
    ...columns.finish(sheets),
    places: converted.niches.slice(0, shownExamples).map(({ row }) => row),
    walls: converted.walls.slice(0, shownWalls).map((each) => ({ ...each, codes: each.codes.slice(0, shownCodes) })),
    ...{ changes: converted.changes, repeated: converted.repeated },
    enlarged: { count: converted.enlarged.length, codes: converted.enlarged.slice(0, shownExamples) },
    ...{ undated: converted.undated, codeDates: converted.codeDates },
  }
}

/** Whoever finds a session open reads no identity numbers in a draft. */
const withoutNRIC = (cell: string) => cell.replaceAll(/\b[STFGM]\d{4}(?=\d{3}[A-Z]\b)/gi, '•••••')

/** The register that a draft makes. `onPart` gets all rows; without a sheet they are not used. */
export async function convertDraft(
  context: Pick<Context, 'db' | 'vault'>,
  { draftID, sheets: stored, choices }: StoredDraft,
  onPart?: (sheet: ReadSheet | undefined, rows: readonly FileRow[], at: number) => void,
) {
  const converter = createConverter(choices)
  const sheets: ReadSheet[] = []
  let current: { at: number; sheet: ReadSheet | undefined } | undefined
  for await (const { sheet: at, rows } of readDraftParts(context, draftID)) {
    if (current?.at !== at) {
      const choice = choices.sheets[at]
      const name = stored[at]?.name ?? ''
      const sheet = choice?.isUsed
        ? { name, choice, header: readHeader(rows, choice, stored[at]?.columns ?? 0) }
        : undefined
      current = { at, sheet }
      if (sheet) sheets.push(sheet)
    }
    const { sheet } = current
    if (sheet) converter.add(sheet, rows)
    onPart?.(sheet, rows, at)
  }
  return { converted: converter.finish(), sheets }
}

/** Counts what is in each column, by its name, whatever sheet it is in. */
function createColumnNotes({ columns, values: said }: Choices) {
  const notes = new Map<string, { filled: number; examples: Set<string> }>()
  const values = new Map<ValueTarget, Map<string, { value: string; count: number }>>()
  const add = ({ header, choice }: ReadSheet, rows: readonly FileRow[]) => {
    for (const [at, name] of header.entries()) {
      const note = notes.get(name) ?? { filled: 0, examples: new Set<string>() }
      notes.set(name, note)
      const target = columnUseOf(columns[name])?.target
      for (const { number, cells } of rows) {
        const value = cells[at]
        if (!value || number <= choice.headerRow) continue
        note.filled += 1
        if (note.examples.size < shownExamples) note.examples.add(withoutNRIC(value.slice(0, 100)))
        if (target && isValueTarget(target)) countValue(target, value)
      }
    }
  }
  const countValue = (target: ValueTarget, value: string) => {
    const known = values.get(target) ?? new Map<string, { value: string; count: number }>()
    values.set(target, known)
    const counted = known.get(value.toLowerCase())
    if (counted) counted.count += 1
    else if (known.size < shownValues) known.set(value.toLowerCase(), { value, count: 1 })
  }
  const finish = (sheets: readonly ReadSheet[]) => ({
    columns: [
      ...[...notes].map(([name, { filled, examples }]) => ({ name, filled, examples: [...examples] })),
      ...(sheets.some(({ name }) => name) ? [nameOfSheet(sheets)] : []),
    ],
    values: valueTargets.flatMap((target) =>
      [...(values.get(target) ?? [])].map(([key, { value, count }]) => ({
        ...{ target, value, count },
        becomes: said[target]?.[key] ?? suggestValue(target, value) ?? null,
      })),
    ),
  })
  return { add, finish }
}

const nameOfSheet = (sheets: readonly ReadSheet[]) => ({
  name: sheetColumn,
  filled: sheets.length,
  examples: sheets.slice(0, shownExamples).map(({ name }) => name),
})
