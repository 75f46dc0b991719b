import { join } from 'node:path'
import { ensureBuilt, requireNode, root } from './checkout.mjs'
import { main, runInThisProcess } from './run.mjs'

/** `npm start`: install and build what is missing, then become the server. Nothing here needs an installed package. */
requireNode()
main(async () => {
  await ensureBuilt()
  await runInThisProcess(join(root, 'dist/server/main.js'))
})
