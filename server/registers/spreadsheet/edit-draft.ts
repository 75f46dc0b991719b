import { type Choices, noChoices } from '#contract/registers/choices.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { SpooledFile } from '#server/ports/form-reader.ts'
import { openSheets, suggestSheets, type UsedSheet } from './convert.ts'
import { describeDraft } from './describe-draft.ts'
import { findDraft, insertDraft, recallChoices, requireDraft, rowsOfDraft, saveChoices } from './drafts.ts'
import { suggestPattern } from './read-code.ts'
import { UnreadableFile } from './read-file.ts'
import { joinFiles, readStart, rowsOf, type StagedRows, stageInThread } from './stage-file.ts'

interface UploadedFile extends SpooledFile {
  name: string
}

/** Reads files of any kind into a draft, and suggests how it is to be read. */
export async function uploadDraft(context: SignedInContext, files: readonly UploadedFile[]) {
  const read: Parameters<typeof joinFiles>[0][number][] = []
  for (const { name, path } of files) read.push({ name, staged: await readUploaded(path) })
  const staged = joinFiles(read)
  const choices = await suggestChoices(context, rowsOf(staged))
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
  const { columns } = await suggestColumns(context, sheets, choices.columns)
  await saveChoices(context, draft, version, { ...choices, columns })
  return requireOwnDraft(context)
}

/** The header is found, its columns are matched by their names, and what was said of the last such file is said again. */
async function suggestChoices(context: SignedInContext, staged: StagedRows): Promise<Choices> {
  const choices = { ...noChoices, sheets: await suggestSheets(staged) }
  const sheets = await openSheets(staged, choices)
  const { columns, before, sameForm } = await suggestColumns(context, sheets)
  const codes: string[] = []
  for (const { at, header, choice } of sheets) {
    const ofCode = header.findIndex((name) => columns[name] === 'code')
    for (const { number, cells } of await readStart(staged, at))
      if (number > choice.headerRow && cells[ofCode]) codes.push(cells[ofCode])
  }
  return {
    ...choices,
    columns,
    ...(before && { dateOrder: before.dateOrder, values: before.values }),
    ...(sameForm && { same: sameForm.same, walls: sameForm.walls }),
    codePattern: sameForm?.codePattern || suggestPattern(codes),
  }
}

/**
 * What the columns become that the admin has not mapped: as in the last files with such columns, or by their names. Nothing is suggested twice
 * for one sheet, unless the same file had it so. Each sheet is matched by itself, because one may call "Niche No." what another calls "Niche".
 */
async function suggestColumns(
  context: SignedInContext,
  sheets: readonly Pick<UsedSheet, 'header' | 'matched'>[],
  known: Choices['columns'] = {},
) {
  const all = sheets.flatMap(({ header }) => header)
  const unknown = all.filter((name) => known[name] === undefined)
  const recalled = unknown.length > 0 ? await recallChoices(context, unknown.map(inLowerCase)) : []
  const said = recalled.map(
    ({ columns }) => new Map(Object.entries(columns).map(([name, key]) => [inLowerCase(name), key])),
  )
  const columns = { ...known }
  for (const { header, matched } of sheets) {
    const byUse = new Map(Object.entries(matched).map(([name, use]) => [use, name]))
    for (const before of [...said, undefined]) {
      const taken = new Set(header.map((name) => columns[name]))
      for (const name of header) {
        const use = before ? before.get(inLowerCase(name)) : matched[name]
        /** The column with the better name was not in that file, so it was not chosen against it. */
        const better = use && byUse.get(use)
        const isOutdone = before && better && !before.has(inLowerCase(better))
        if (use && !taken.has(use) && !isOutdone) columns[name] ??= use
      }
    }
    for (const name of header) columns[name] ??= ''
  }
  /** Another list of the same house has the same words, and may be of another hall. */
  const names = new Set(all.map(inLowerCase))
  const [before] = recalled
  const sameForm = [...(said[0]?.keys() ?? [])].every((name) => names.has(name)) ? before : undefined
  return { columns, before, sameForm }
}

const inLowerCase = (name: string) => name.toLowerCase()
