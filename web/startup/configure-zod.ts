declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/** Our policy forbids `eval`, and browsers report even zod's test for it. Must be set before zod is loaded. */
globalThis.__zod_globalConfig = { jitless: true }

export {}
