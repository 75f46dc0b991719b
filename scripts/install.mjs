import { ensureInstalled, requireNode } from './checkout.mjs'
import { main } from './run.mjs'

/** Used by npm scripts that run a program from node_modules next. */
requireNode()
main(() => ensureInstalled({ everything: true }))
