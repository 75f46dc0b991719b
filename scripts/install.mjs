import { ensureInstalled, requireNode } from './checkout.mjs'
import { main } from './run.mjs'

/** Installs what checks and migrations need, for npm scripts that go on with a program from node_modules. */
requireNode()
main(() => ensureInstalled({ everything: true }))
