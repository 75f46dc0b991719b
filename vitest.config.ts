import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Without times of an earlier run, vitest begins with the largest files. These are small but take longest, so they must not be last. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/test\/(event-loop|fuzz|races|upgrades)\/|\/server\/(commands|backup)\/|\/(places-walk|round-trip|shutdown|main)\.test/.test(
        moduleId,
      )
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** scripts/test.mjs runs the projects one by one: the server tests on PostgreSQL, those of embedded-tests.mjs on the embedded engine too. */
export default defineConfig({
  test: {
    maxWorkers: 3,
    // Each app that a test starts leaves much garbage. With more room for young objects the server tests take 5 to 10% less processor time.
    execArgv: ['--max-semi-space-size=64'],
    // Ends a test that hangs, and nothing else: a machine may be many times slower than another.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // The steps of `npm test` load mostly the same files.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{bench,contract,proof,web,scripts}/**/*.test.{ts,tsx}',
            'test/{architecture,documents,security-document,traditional-words,words}.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // Loading modules takes half of the time. Test files can share them, because each has its own database and server.
          isolate: false,
          include: [
            'server/**/*.test.ts',
            'test/{access-matrix,one-person}.test.ts',
            'test/{event-loop,fuzz,races,upgrades}/**/*.test.ts',
          ],
          globalSetup: 'test/global-setup.ts',
          setupFiles: process.env.TEST_ENGINE === 'postgres' ? ['test/plans/record-statements.ts'] : [],
        },
      },
      {
        extends: true,
        test: {
          name: 'plans',
          include: ['test/plans/**/*.test.ts'],
          globalSetup: 'test/global-setup.ts',
        },
      },
    ],
  },
})
