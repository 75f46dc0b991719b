declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/** Our policy forbids code made from text, and a browser reports even the question; before zod comes, it is told not to ask. */
globalThis.__zod_globalConfig = { jitless: true }

export {}
