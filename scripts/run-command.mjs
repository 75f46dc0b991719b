import { existsSync, readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { main, runInThisProcess, UserError } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs one of server/commands, such as `npm run seed -- ...`. The image has only the built commands, no sources to build. */
main(async () => {
  const [name, ...rest] = process.argv.slice(2)
  if (existsSync(join(root, 'server/main.ts'))) {
    const { ensureCommandsBuilt, requireNode } = await import('./checkout.mjs')
    requireNode()
    await ensureCommandsBuilt()
  }
  const known = readdirSync(join(root, 'dist/server/commands'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => parse(file).name)
  if (!known.includes(name)) throw new UserError(`There is no command ${name}. The commands are: ${known.join(', ')}.`)
  await runInThisProcess(join(root, `dist/server/commands/${name}.js`), rest)
})
