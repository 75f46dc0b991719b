import { expect, test } from 'vitest'
import { findReachedTests } from './changed-tests.mjs'

const sources = Object.entries({
  'contract/urns/moves.test.ts': '',
  'server/urns/offers.ts': '',
  'server/urns/offers.test.ts': '',
  'server/find/find.test.ts': "import { offer } from '#server/urns/offers.ts'",
  'server/find/other.test.ts': '',
  'server/core/log.test.ts': '',
  'web/urns/page.test.ts': '',
  'test/races/urns.test.ts': "import type { Urn } from '../urn-factory.ts'",
  'test/e2e/urns.spec.ts': "import { scan } from './urn-steps.ts'",
  'test/e2e/find.spec.ts': '',
  'test/words.test.ts': '',
  'test/urn-factory.ts': "import { offer } from '#server/urns/offers.ts'",
  'test/e2e/urn-steps.ts': "import { newName } from './names.ts'",
}).map(([file, text]) => ({ file, text }))

test.each([
  [
    'contract/urns/moves.ts',
    ['contract/urns/moves.test.ts', 'test/words.test.ts', 'web/urns/page.test.ts'],
    ['server/urns/offers.test.ts'],
    [],
  ],
  ['server/urns/offers.ts', ['test/words.test.ts'], ['server/find/find.test.ts', 'server/urns/offers.test.ts'], []],
  ['server/database/schema/urns.ts', ['test/words.test.ts'], ['server/urns/offers.test.ts'], []],
  ['web/urns/UrnPage.tsx', ['test/words.test.ts', 'web/urns/page.test.ts'], [], []],
  ['test/urn-factory.ts', [], ['test/races/urns.test.ts'], []],
  ['test/e2e/names.ts', [], [], ['test/e2e/urns.spec.ts']],
  ['test/e2e/find.spec.ts', [], [], ['test/e2e/find.spec.ts']],
  ['server/core/log.test.ts', ['test/words.test.ts'], ['server/core/log.test.ts'], []],
  ['docs/STYLE.md', [], [], []],
])(
  'a change of %s reaches the tests of its domain, those that import it, and itself',
  (file, unit, server, browser) => {
    expect(findReachedTests([file], sources)).toEqual({ unit, server, browser })
  },
)
