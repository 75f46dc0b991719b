import { join } from 'node:path'
import { main } from './run.mjs'
import { foreground } from './serve.mjs'
import { ensureBuilt, requireNode, root } from './tree.mjs'

/** `npm start`: install and build what is missing, then become the server. Nothing here needs an installed package. */
requireNode()
main(async () => {
  await ensureBuilt()
  return foreground(process.execPath, [join(root, 'dist/server/main.js')])
})
