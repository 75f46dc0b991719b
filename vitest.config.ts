import { defineConfig } from 'vitest/config'

/** scripts/test.mjs runs the projects one by one, the server tests once on each engine. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,web,scripts}/**/*.test.{ts,tsx}', 'test/{architecture,security-document}.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // Loading modules takes half of the time. Test files can share them, because each has its own database and server.
          isolate: false,
          include: ['server/**/*.test.ts', 'test/access-matrix.test.ts', 'test/{event-loop,fuzz,races,upgrades}/**/*.test.ts'],
          globalSetup: 'test/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
