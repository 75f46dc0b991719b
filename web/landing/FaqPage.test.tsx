import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { FaqPage } from './FaqPage.tsx'

const words = renderToStaticMarkup(
  <MemoryRouter>
    <FaqPage />
  </MemoryRouter>,
).replace(/<[^>]+>/g, ' ')

test('the questions and answers do not say from which side a wall is numbered', () => {
  expect(words).toContain('3-5 is in column 3 and row 5.')
  expect(words).not.toContain('from the left')
})

test('the questions and answers lead to what is charged besides the niche, and do not say that nothing is', () => {
  expect(words).toMatch(/costs something besides the niche, such as an engraving, .* Niches and prices/)
  expect(words).not.toMatch(/no charges|nothing more to pay/)
})

test('the questions and answers say that some niches have room for two', () => {
  expect(words).toContain('choose one with room for both, or two niches side by side')
})
