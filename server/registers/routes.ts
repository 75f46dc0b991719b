import { toDay } from '#contract/dates.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { registerApi } from '#contract/registers/api.ts'
import { openEventStream } from '#server/http/event-stream.ts'
import { pageOf } from '#server/http/paged.ts'
import { type App, serve } from '#server/http/serve.ts'
import { exportZip } from './export-zip.ts'
import { checkRegister, importRegister } from './import-register.ts'
import { overrideNiche } from './override-niche.ts'
import { importsPerPage, listImports } from './queries.ts'
import { reportAsCsv } from './report-as-csv.ts'
import { openFiles, sendRun } from './send-run.ts'
import { undoImportAsAdmin } from './undo-import.ts'

export async function registerRoutes(app: App) {
  serve(app, registerApi.check, (context, { body, files }, reply) =>
    sendRun(context, openEventStream(reply), (options) =>
      checkRegister(context, openFiles(files), { ...options, notRecorded: body.notRecorded }),
    ),
  )
  serve(app, registerApi.import, (context, { body, files }, reply) =>
    sendRun(context, openEventStream(reply), (options) =>
      importRegister(context, openFiles(files), {
        ...options,
        leaveOut: body.leaveOut === 'yes',
        notRecorded: body.notRecorded,
      }),
    ),
  )
  serve(app, registerApi.problems, (context, { body, files }, reply) => {
    reply.header('content-disposition', 'attachment; filename="register-problems.csv"')
    return reportAsCsv(context, openFiles(files), body.notRecorded)
  })
  serve(app, registerApi.imports, async ({ db }, { query }) =>
    pageOf(await listImports(db, query.cursor), importsPerPage, ({ importID }) => importID),
  )
  serve(app, nicheApi.override, (context, { body }) => overrideNiche(context, body))
  serve(app, registerApi.undo, (context, { body }) => undoImportAsAdmin(context, body.importID))
  serve(app, registerApi.export, async (context, { query }, reply) => {
    reply.header('content-disposition', `attachment; filename="columba-register-${toDay(context.clock())}.zip"`)
    return exportZip(context, { livingNRICs: query.livingNRICs === 'yes' })
  })
}
