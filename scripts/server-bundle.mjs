/** Files that run in threads; `threadFile` of server/core/project-root.ts finds them beside the bundles. */
export const threads = ['documents/inspection-worker', 'registers/spreadsheet/reading-thread']

/**
 * How the server is bundled, for the build and for tests that start a server process.
 * @satisfies {import("esbuild").BuildOptions}
 */
export const serverBundle = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  /** Packages with binaries stay in node_modules. All others are bundled: loading their thousand files would add a second to every start. */
  external: ['@electric-sql/pglite', '@node-rs/argon2', 'pg-native'],
  /** Bundled CommonJS packages load Node's own modules with `require`. */
  banner: {
    js: `import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);`,
  },
}
