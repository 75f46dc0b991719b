import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { columnUseOf } from '#contract/registers/choices.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import type { SpooledFile } from '#server/ports/form-reader.ts'
import type { OpenRegister } from './import-register.ts'
import { openConverted, openCsvFiles } from './register-source.ts'
import { convertDraft } from './spreadsheet/describe-draft.ts'
import { requireDraft } from './spreadsheet/drafts.ts'

interface Sent {
  files: { niches?: SpooledFile | undefined; people?: SpooledFile | undefined }
  draftID?: string | undefined
}

/** What a call is about: the files that it brings, or the draft of the admin. */
export async function openRegister(context: SignedInContext, { files, draftID }: Sent): Promise<OpenRegister> {
  const { niches, people } = files
  if (!draftID)
    return (context) => openCsvFiles(context, { niches: openFile(niches), people: people && openFile(people) })
  const draft = await requireDraft(context, draftID)
  const { converted } = await convertDraft(context, draft)
  if (converted.undated > 0 && draft.choices.undated === null)
    throw new AppError('DRAFT_UNANSWERED', { why: undatedQuestion })
  if (converted.codeDates > 0 && draft.choices.codeDates === null)
    throw new AppError('DRAFT_UNANSWERED', { why: codeQuestion })
  const headers = new Map<string, string>(
    Object.entries(draft.choices.columns).flatMap(([header, key]) => {
      const use = columnUseOf(key)
      return use ? [[`${use.person} ${use.target}`, header] as const] : []
    }),
  )
  const hash = createHash('sha256')
    .update(JSON.stringify([draftID, draft.choices]))
    .digest('hex')
  return async (context) =>
    openConverted(
      context,
      hash,
      converted,
      (column, person) => headers.get(`${person} ${column}`) ?? headers.get(`0 ${column}`) ?? '',
    )
}

const undatedQuestion = 'Please say first what it means that no date of death is given, in the step Values.'
const codeQuestion =
  'Please say first how the codes are written that the spreadsheet took for dates, in the step Values.'

const openFile = (file: SpooledFile | undefined) => () => createReadStream(file?.path ?? '')
