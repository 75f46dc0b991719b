import { toDay } from '#contract/dates.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { registerApi } from '#contract/registers/api.ts'
import { draftApi } from '#contract/registers/draft-api.ts'
import { AppError } from '#server/http/errors.ts'
import { openEventStream } from '#server/http/event-stream.ts'
import { pageOf } from '#server/http/paged.ts'
import { type App, serve } from '#server/http/serve.ts'
import { correctByFile } from './correct-by-file.ts'
import { exportZip } from './export-register.ts'
import { checkRegister, importRegister } from './import-register.ts'
import { openDraft } from './open-register.ts'
import { overrideNiche } from './override-niche.ts'
import { importsPerPage, isHall, listImports } from './queries.ts'
import { reportAsCsv, sendRun } from './send-run.ts'
import { deleteDraftRows, requireDraft } from './spreadsheet/drafts.ts'
import { chooseInDraft, findOwnDraft, uploadDraft } from './spreadsheet/edit-draft.ts'
import { undoImportAsAdmin } from './undo-import.ts'

export async function registerRoutes(app: App) {
  serve(app, registerApi.check, async (context, { body }, reply) => {
    const register = await openDraft(context, body.draftID)
    return sendRun(context, openEventStream(reply), (options) => checkRegister(context, register, options))
  })
  serve(app, registerApi.import, async (context, { body }, reply) => {
    const { draftID } = body
    const register = await openDraft(context, draftID)
    return sendRun(context, openEventStream(reply), async (options) => {
      const result = await importRegister(context, register, { ...options, leaveOut: body.leaveOut === 'yes' })
      if (result.importID && result.problems === 0) await deleteDraftRows(context, draftID)
      return result
    })
  })
  serve(app, registerApi.problems, async (context, { body }, reply) => {
    const register = await openDraft(context, body.draftID)
    reply.header('content-disposition', 'attachment; filename="register-problems.csv"')
    return reportAsCsv(context, register)
  })
  serve(app, registerApi.correct, (context, { body }) => correctByFile(context, body))
  serve(app, draftApi.upload, (context, { body, files }) =>
    uploadDraft(context, [
      { ...files.file, name: body.name },
      ...(files.second ? [{ ...files.second, name: body.secondName }] : []),
    ]),
  )
  serve(app, draftApi.find, async (context) => ({ draft: await findOwnDraft(context) }))
  serve(app, draftApi.choose, (context, { body }) => chooseInDraft(context, body.draftID, body.version, body.choices))
  serve(app, draftApi.discard, async (context, { body }) => {
    await requireDraft(context, body.draftID)
    await deleteDraftRows(context, body.draftID)
  })
  serve(app, registerApi.imports, async ({ db }, { query }) =>
    pageOf(await listImports(db, query.cursor), importsPerPage, ({ importID }) => importID),
  )
  serve(app, nicheApi.override, (context, { body }) => overrideNiche(context, body))
  serve(app, registerApi.undo, (context, { body }) => undoImportAsAdmin(context, body.importID))
  serve(app, registerApi.export, async (context, { query }, reply) => {
    reply.header('content-disposition', `attachment; filename="columba-register-${toDay(context.clock())}.zip"`)
    if (query.hall !== undefined && !(await isHall(context.db, query.hall))) throw new AppError('NOT_FOUND')
    return exportZip(context, { livingNRICs: query.livingNRICs === 'yes', hall: query.hall })
  })
}
