import { join } from 'node:path'
import { become, main } from './run.mjs'
import { ensureBuilt, requireNode, root } from './tree.mjs'

/** `npm start`: install and build what is missing, then become the server. Nothing here needs an installed package. */
requireNode()
main(async () => {
  await ensureBuilt()
  await become(join(root, 'dist/server/main.js'))
})
