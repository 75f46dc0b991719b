import { type Choices, noChoices } from '#contract/registers/choices.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { SpooledFile } from '#server/ports/form-reader.ts'
import { openSheets } from './convert.ts'
import { describeDraft } from './describe-draft.ts'
import { findDraft, insertDraft, recallChoices, requireDraft, rowsOfDraft, saveChoices } from './drafts.ts'
import { readHeader, suggestSheet } from './header.ts'
import { matchColumns } from './match-columns.ts'
import { suggestPattern } from './read-code.ts'
import { type FileRow, UnreadableFile } from './read-file.ts'
import { joinFiles, readStart, rowsOf, stageInThread } from './stage-file.ts'

interface UploadedFile extends SpooledFile {
  name: string
}

interface SheetStart {
  columns: number
  start: readonly FileRow[]
}

/** Reads files of any kind into a draft, and suggests how it is to be read. */
export async function uploadDraft(context: SignedInContext, files: readonly UploadedFile[]) {
  const read: Parameters<typeof joinFiles>[0][number][] = []
  for (const { name, path } of files) read.push({ name, staged: await readUploaded(path) })
  const staged = joinFiles(read)
  const sheets: SheetStart[] = []
  for (const [at, { columns }] of staged.sheets.entries())
    sheets.push({ columns, start: await readStart(rowsOf(staged), at) })
  const choices = await suggestChoices(context, sheets)
  const names = files.map(({ name }) => name)
  await inTransaction(context, (context) => insertDraft(context, { files: names, choices }, staged))
  return requireOwnDraft(context)
}

async function readUploaded(path: string) {
  const staged = await stageInThread(path).catch((error: unknown) => {
    if (error instanceof UnreadableFile) throw new AppError('REGISTER_UNREADABLE', { why: error.message })
    throw error
  })
  if (staged.sheets.some(({ rows }) => rows > 1)) return staged
  throw new AppError('REGISTER_UNREADABLE', { why: 'This file has no rows below its header.' })
}

/** The draft of the admin as the page shows it, or null. */
export async function findOwnDraft(context: SignedInContext) {
  const draft = await findDraft(context)
  return draft ? describeDraft(context, draft) : null
}

async function requireOwnDraft(context: SignedInContext) {
  const draft = await findOwnDraft(context)
  if (!draft) throw new AppError('DRAFT_CHANGED')
  return draft
}

export async function chooseInDraft(context: SignedInContext, draftID: string, version: number, choices: Choices) {
  const draft = await requireDraft(context, draftID)
  /** Another row with the names of the columns has other names. */
  const sheets = await openSheets(rowsOfDraft(context, draft), choices)
  const { columns } = await suggestColumns(
    context,
    sheets.map(({ header }) => header),
    choices.columns,
  )
  await saveChoices(context, draft, version, { ...choices, columns })
  return requireOwnDraft(context)
}

/** The header is found, its columns are matched by their names, and what was said of the last such file is said again. */
async function suggestChoices(context: SignedInContext, sheets: readonly SheetStart[]): Promise<Choices> {
  const read = sheets.map(({ start, columns }) => {
    const choice = suggestSheet(start)
    return { start, choice, header: readHeader(start, choice, columns) }
  })
  const { columns, before, sameForm } = await suggestColumns(
    context,
    read.map(({ header }) => header),
  )
  const codes = read.flatMap(({ start, choice, header }) => {
    const ofCode = header.findIndex((name) => columns[name] === 'code')
    return start.flatMap(({ number, cells }) => (number > choice.headerRow && cells[ofCode]) || [])
  })
  return {
    ...noChoices,
    sheets: read.map(({ choice }) => choice),
    columns,
    ...(before && { dateOrder: before.dateOrder, values: before.values }),
    ...(sameForm && { same: sameForm.same, walls: sameForm.walls }),
    codePattern: sameForm?.codePattern || suggestPattern(codes),
  }
}

/**
 * What the columns become that the admin has not mapped: as in the last such file, or by their names. Each sheet is matched by itself,
 * because one may call "Niche No." what another calls "Niche".
 */
async function suggestColumns(
  context: SignedInContext,
  headers: readonly (readonly string[])[],
  known: Choices['columns'] = {},
) {
  const names = new Set(headers.flat().map(inLowerCase))
  const unknown = headers.flat().filter((name) => known[name] === undefined)
  const before = unknown.length > 0 ? await recallChoices(context, unknown.map(inLowerCase)) : undefined
  const said = new Map(Object.entries(before?.columns ?? {}).map(([name, key]) => [inLowerCase(name), key]))
  const columns = { ...known }
  for (const header of headers) {
    const matched = matchColumns(header)
    for (const name of header) columns[name] ??= said.get(inLowerCase(name)) ?? matched[name] ?? ''
  }
  /** Another list of the same house has the same words, and may be of another hall. */
  const sameForm = [...said.keys()].every((name) => names.has(name)) ? before : undefined
  return { columns, before, sameForm }
}

const inLowerCase = (name: string) => name.toLowerCase()
