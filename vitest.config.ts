import { defineConfig } from 'vitest/config'

/** The projects are run one by one by scripts/test.mjs: the server's tests twice, once on each engine. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,web,scripts}/**/*.test.{ts,tsx}', 'test/architecture.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // Each file has a database and a server of its own, so they may share the modules: half of the time goes into loading those.
          isolate: false,
          include: ['server/**/*.test.ts', 'test/access-matrix.test.ts', 'test/races/**/*.test.ts'],
          globalSetup: 'test/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
