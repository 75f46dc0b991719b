import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { registerFiles } from '#contract/registers/problem.ts'
import { createContext } from '#server/core/context.ts'
import { errorCodeOf } from '#server/core/error-code.ts'
import { runProgram, StartError } from '#server/core/start-error.ts'
import { print, withDatabase } from '#server/start/maintenance.ts'
import { exportRegister, recordExport } from '../registers/export-register.ts'
import { isHall } from '../registers/queries.ts'

/**
 * `npm run register:export -- niches.csv people.csv`: writes what `register:import` reads. Both files are of one moment. With
 * `--living-nrics` also the identity numbers of people who are living; with `--hall NAME` only those of one hall.
 */
await runProgram(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'living-nrics': { type: 'boolean', default: false }, hall: { type: 'string' } },
  })
  if (positionals.length !== 2)
    throw new StartError(
      [
        'Name the files to write: npm run register:export -- niches.csv people.csv',
        'With --living-nrics, identity numbers of people who are living are in the file of people too.',
        'With --hall NAME only that hall is exported.',
      ].join('\n'),
    )
  const { hall } = values
  const options = { livingNRICs: values['living-nrics'], hall }

  await withDatabase(async (services) => {
    const context = createContext(services)
    if (hall !== undefined && !(await isHall(context.db, hall))) throw new StartError(`There is no hall "${hall}".`)
    await context.db.transaction(
      async (db) => {
        for (const [at, file] of registerFiles.entries()) {
          const path = positionals[at] ?? ''
          /** Identity numbers are in it, so nobody else may read it; an existing file is not overwritten. */
          const target = createWriteStream(path, { flags: 'wx', mode: 0o600 })
          const lines = Readable.from(exportRegister({ ...context, db }, file, options))
          await pipeline(lines, target).catch((error: unknown) => {
            const why =
              errorCodeOf(error) === 'EEXIST'
                ? 'It exists already: choose another name.'
                : 'Its folder may not be writable.'
            throw new StartError(`The file ${path} cannot be written. ${why}`, { cause: error })
          })
        }
      },
      { isolationLevel: 'repeatable read' },
    )
    await recordExport(context, options)
    print(`Written: ${positionals.join(', ')}. The file of people has identity numbers: keep it safe.`)
  })
})
