import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { SearchResults } from '#contract/search/api.ts'
import { FoundResults } from './FoundResults.tsx'

test('results without rights, as the build before sends them, are shown without rights', () => {
  const none = { rows: [], hasMore: false }
  const found = { people: none, bookings: none, niches: none, payments: none, urns: none }
  const shown = {
    role: 'staff' as const,
    query: 'tan',
    found: found as unknown as SearchResults,
    onOpen: () => undefined,
  }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <FoundResults {...shown} />
    </MemoryRouter>,
  )
  expect(html).toContain('Nothing found for')
})
