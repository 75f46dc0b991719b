import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, requireNode, root } from './checkout.mjs'
import { main, run } from './run.mjs'

/** `npm run migration`: writes a migration. Only the newest snapshot is kept, because only the next migration reads it. */
requireNode()
main(async () => {
  await ensureInstalled({ everything: true })
  await run(join(root, 'node_modules/.bin/drizzle-kit'), ['generate', ...process.argv.slice(2)], { cwd: root })
  const folder = join(root, 'server/database/migrations/meta')
  const snapshots = readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'))
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(folder, name))
})
