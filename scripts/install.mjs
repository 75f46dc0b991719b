import { main } from './run.mjs'
import { ensureInstalled, requireNode } from './tree.mjs'

/** Installs what checks and migrations need, for npm scripts that go on with a program from node_modules. */
requireNode()
main(() => ensureInstalled({ everything: true }))
