import { readFile } from 'node:fs/promises'
import { root } from '#server/core/project-root.ts'
import { buildProgram } from '#test/child-process.ts'

/** The code that a control takes away: in this file, this code becomes the other. */
const rules = [
  ['urns/decide-move.ts', 'if (first?.firstByID === facts.actorID)', 'if (false)'],
  ['database/database-clock.ts', 'clock: () => new Date(now())', 'clock: () => new Date()'],
  ['database/migrate.ts', 'if (found > known)', 'if (false)'],
  ['http/errors.ts', "if (isStorageFull(error)) return new AppError('STORAGE_FULL')", ''],
  ['start/readiness.ts', 'Math.abs(database.secondsAhead()) <= mostSecondsOff', 'true'],
  ['start/readiness.ts', '(await database.tryWriting()) < required', '(await database.ping(), false)'],
  ['niches/public.ts', 'if (moved) context.afterCommit(', 'if (false) context.afterCommit('],
  ['http/graceful-shutdown.ts', 'await stopListening(app.server)', 'app.server.closeAllConnections()'],
  ['http/graceful-shutdown.ts', 'performance.now() < end && awaited.size > 0', 'false'],
  ['mail/outbox-worker.ts', 'if (since) log.error({ letters,', 'if (false) log.error({ letters,'],
  ['checkout/reconcile.ts', 'print(describeUnknown(row))', 'void row'],
  ['urns/verify-audit.ts', 'findMissingTraces(db, context.config.mode)', 'Promise.resolve([])'],
] as const

/**
 * A server for which one person is two, that goes by the clock of its machine, that tells no map of a sale, that closes its connections
 * when it stops, that opens the database of a newer release, and that says nothing of a full disk, of late letters or of a database that it cannot
 * write to; or a command that names no unknown payment and sees no missing traces.
 */
export const buildCarelessly = (entry = 'server/main.ts') =>
  buildProgram(entry, root, [
    {
      name: 'without the rules',
      setup: ({ onLoad }) => {
        for (const file of new Set(rules.map(([file]) => file)))
          onLoad({ filter: new RegExp(`/server/${file.replace('.', '\\.')}$`) }, async ({ path }) => {
            let contents = await readFile(path, 'utf8')
            for (const [, rule, instead] of rules.filter(([other]) => other === file)) {
              if (!contents.includes(rule)) throw new Error(`This rule is no longer in ${file}: ${rule}`)
              contents = contents.replace(rule, instead)
            }
            return { contents, loader: 'ts' }
          })
      },
    },
  ])
