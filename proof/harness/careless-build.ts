import { readFile } from 'node:fs/promises'
import { root } from '#server/core/project-root.ts'
import { buildProgram } from '#test/child-process.ts'

/** The code that a control takes away: in this file, this code becomes the other. */
const rules = [
  ['urns/decide-move.ts', 'if (first?.firstByID === facts.actorID)', 'if (false)'],
  ['database/database-clock.ts', 'clock: () => new Date(now())', 'clock: () => new Date()'],
  ['start/readiness.ts', 'Math.abs(database.secondsAhead()) <= mostSecondsOff', 'true'],
  ['mail/outbox-worker.ts', 'if (since) log.error({ letters,', 'if (false) log.error({ letters,'],
] as const

/** A server for which one person is two, that goes by the clock of its machine, and that says nothing of late letters. */
export const buildCarelessly = () =>
  buildProgram('server/main.ts', root, [
    {
      name: 'without the rules',
      setup: ({ onLoad }) => {
        for (const [file, rule, instead] of rules)
          onLoad({ filter: new RegExp(`/server/${file.replace('.', '\\.')}$`) }, async ({ path }) => {
            const source = await readFile(path, 'utf8')
            if (!source.includes(rule)) throw new Error(`This rule is no longer in ${file}: ${rule}`)
            return { contents: source.replace(rule, instead), loader: 'ts' }
          })
      },
    },
  ])
