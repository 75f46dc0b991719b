import { readdirSync } from 'node:fs'
import { join, parse } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode, root } from './checkout.mjs'
import { main, UserError } from './run.mjs'
import { ensureTools } from './system-tools.mjs'

/** `npm run bench -- NAME`: runs one of bench/*.ts on its own PostgreSQL with the durability settings of production. */
requireNode()
main(async () => {
  const names = process.argv.slice(2)
  const known = readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => parse(file).name)
  if (names.length === 0 || !names.every((name) => known.includes(name)))
    throw new UserError(`Please name one of ${known.join(', ')}.`)

  process.chdir(root)
  await ensureInstalled({ everything: true })
  await ensureBuilt()
  ensureTools()
  const { startPostgres } = await import('./postgres.mjs')
  const { tsImport } = await import('tsx/esm/api')
  for (const name of names) {
    const postgres = await startPostgres()
    try {
      const { bench } = await tsImport(join(root, 'bench', `${name}.ts`), import.meta.url)
      await bench({ databaseUrl: postgres.url, figure: (what, value) => console.log(`figure ${what} ${value}`) })
    } finally {
      await postgres.stop()
    }
  }
})
