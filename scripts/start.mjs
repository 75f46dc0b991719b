import { join } from 'node:path'
import { ensureBuilt, requireNode, root } from './checkout.mjs'
import { main, runInThisProcess } from './run.mjs'

/** `npm start`: installs and builds what is missing, then runs the server. Must not import any installed package. */
requireNode()
main(async () => {
  await ensureBuilt({ withDemo: true })
  await runInThisProcess(join(root, 'dist/server/main.js'))
})
