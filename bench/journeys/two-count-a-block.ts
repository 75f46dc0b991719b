import { readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'
import type { StockTakeBlock } from '#contract/urns/stock-take-api.ts'
import type { CountedPage } from './counted-page.ts'

/** Imports the register of the sample parish and returns its first block, in which 84 of 100 niches hold an urn. */
export async function importParish(admin: APIRequestContext): Promise<string> {
  const fileOf = (name: string) => ({ name, mimeType: 'text/csv', buffer: readFileSync(`docs/samples/parish-${name}`) })
  const names = { name: 'niches.csv', secondName: 'people.csv' }
  const multipart = { ...names, file: fileOf('niches.csv'), second: fileOf('people.csv') }
  const { draftID } = await (await admin.post('/api/register/draft/upload', { multipart })).json()
  const answer = await (await admin.post('/api/register/import', { data: { draftID } })).text()
  const blocks: StockTakeBlock[] = await (await admin.get('/api/urn/countable-blocks')).json()
  const block = blocks.find(({ buildingName }) => buildingName === 'Hall 1')
  if (!block) throw new Error(`The register was not imported: ${answer}`)
  return block.blockID
}

/** Each of two people looks at every niche of a block, on a phone, and finds all as listed. */
export async function countBlock(person: CountedPage, blockID: string) {
  const { page } = person
  await person.open('/stock-take')
  await person.choose(page.getByLabel('Block'), blockID)
  await person.tap(page.getByRole('button', { name: 'Count this block' }))
  const progress = page.getByText(/^\d+ of \d+ counted\.$/)
  await person.see(progress)
  const restOfRow = page.getByRole('button', { name: /^I looked at each/ })
  while ((await restOfRow.count()) > 0) {
    const before = await progress.textContent()
    await person.tap(restOfRow.first())
    await person.until(async () => (await progress.textContent()) !== before)
  }
  await person.tap(page.getByRole('button', { name: 'Finish my count' }))
  await person.until(async () => (await page.getByRole('button', { name: 'Finish my count' }).count()) === 0)
}
