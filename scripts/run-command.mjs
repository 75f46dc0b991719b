import { existsSync, readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { ensureBuilt, requireNode, root } from './checkout.mjs'
import { main, runInThisProcess, UserError } from './run.mjs'

/** Runs one of server/commands, such as `npm run seed -- ...`; builds first if needed. */
requireNode()
main(async () => {
  const [name, ...rest] = process.argv.slice(2)
  if (!existsSync(join(root, `server/commands/${name}.ts`))) {
    const known = readdirSync(join(root, 'server/commands')).map((file) => parse(file).name)
    throw new UserError(`There is no command ${name}. The commands are: ${known.join(', ')}.`)
  }
  await ensureBuilt()
  await runInThisProcess(join(root, `dist/server/commands/${name}.js`), rest)
})
