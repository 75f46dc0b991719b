/**
 * How the server becomes JavaScript, for the build and for tests that run a process of it.
 * @satisfies {import("esbuild").BuildOptions}
 */
export const serverBundle = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  /** What comes with binaries stays where npm put it; the rest is a thousand small files, and finding each costs a second at every start. */
  external: ['@electric-sql/pglite', '@node-rs/argon2', 'pg-native'],
  /** CommonJS packages in an ES module ask for Node's own modules by this name. */
  banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
}
