import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Choices } from '#contract/registers/choices.ts'
import { asListed, needsMark } from '#contract/urns/stock-take.ts'
import {
  type StockTakeBlock,
  type StockTakeDetail,
  stockTakeApi,
  type UrnDifference,
} from '#contract/urns/stock-take-api.ts'
import { niches, urns } from '#server/database/schema.ts'
import { type MoveInSample, moveInSamples } from '#test/move-in-samples.ts'
import { test } from './own-admin.ts'

for (const sample of moveInSamples)
  test(`the list ${sample.name} comes in through the steps at the first try, and a stock-take finds no difference`, async ({
    admin,
    openAs,
    server,
  }) => {
    test.setTimeout(300_000)
    const { totals } = sample
    const { db } = server.context
    const before = [await db.$count(niches), await db.$count(urns)] as const
    const known = new Set((await listBlocks(admin.request)).map(({ blockID }) => blockID))
    await importBySteps(admin, sample)
    expect([(await db.$count(niches)) - before[0], (await db.$count(urns)) - before[1]]).toEqual([
      totals.niches,
      totals.urns,
    ])

    const counters = [(await openAs('staff')).request, (await openAs('staff')).request] as const
    const added = (await listBlocks(admin.request)).filter(({ blockID }) => !known.has(blockID))
    expect(added.reduce((sum, block) => sum + block.urns, 0)).toBe(totals.urns)
    const counts: string[] = []
    for (const { blockID } of added) counts.push(await countBlock(counters, blockID))
    const found = await read<UrnDifference[]>(admin.request, stockTakeApi.differences.path)
    expect(found.filter(({ countID }) => counts.includes(countID))).toEqual([])
    const seen = (await listBlocks(admin.request)).filter(({ blockID }) => !known.has(blockID))
    expect(seen.filter((block) => block.seen < block.urns)).toEqual([])
  })

/** Says in the seven steps what the file does not say itself, and compares the totals with those of the book. */
async function importBySteps(page: Page, { name, content, answers, totals }: MoveInSample) {
  const next = async (step: string) => {
    await page.getByRole('button', { name: `Next: ${step}`, exact: true }).click()
    await expect(page.getByRole('heading', { name: new RegExp(`^Step \\d of 7: ${step}$`) })).toBeVisible()
  }
  await page.goto('/registers')
  await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })
  await next('Columns')
  for (const [column, use] of Object.entries(answers.columns ?? {}))
    await page.getByLabel(`${column} becomes`).selectOption(use)
  for (const [column, value] of Object.entries(answers.same ?? {}))
    await page.getByLabel(`${column.charAt(0).toUpperCase()}${column.slice(1)} (optional)`).fill(value)
  await next('Values')
  if (answers.undated === 'living') await page.getByLabel('They are living').check()
  if (answers.codeDates === 'day first') await page.getByRole('radio', { name: '5-1', exact: true }).check()
  await next('Walls')
  await sayWalls(page, answers)
  await next('Totals')
  const outcome = page.getByRole('main').getByRole('status')
  await expect(outcome.filter({ hasText: 'No problems.' })).toBeVisible({ timeout: 60_000 })
  for (const counted of ['Niches', 'People', 'Urns'] as const) {
    const field = page.getByLabel(`${counted} in the old book`)
    await field.fill(String(totals[counted.toLowerCase() as 'niches']))
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  }
  await next('Import')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(outcome.filter({ hasText: `Imported: ${totals.niches.toLocaleString('en')} niches` })).toBeVisible({
    timeout: 120_000,
  })
}

async function sayWalls(page: Page, { codePattern, walls = {} }: Partial<Choices>) {
  if (codePattern) await page.getByLabel('Pattern of the codes').fill(codePattern)
  for (const [prefix, wall] of Object.entries(walls)) {
    const form = page.getByRole('region', { name: `The wall ${prefix}`, exact: true })
    await form.getByLabel('Columns').fill(String(wall.columns))
    await form.getByLabel('Rows').fill(String(wall.rows))
    await form.getByLabel('Number 1 is').selectOption(wall.corner)
    await form.getByLabel('The numbers go on').selectOption(wall.direction)
    await form.getByLabel('Where a number is missing, there is').selectOption(wall.missing)
  }
}

/** Two people find every urn where the ledger has it. How they mark it on the page is tried in stock-take.spec.ts. */
async function countBlock(counters: readonly APIRequestContext[], blockID: string): Promise<string> {
  let count = ''
  for (const request of counters) {
    const { countID } = await send<{ countID: string }>(request, stockTakeApi.begin.path, { blockID })
    count = countID
    const detail = await read<StockTakeDetail>(request, stockTakeApi.detail.path.replace(':countID', countID))
    for (const niche of detail.niches.filter(needsMark)) {
      const { nicheID, expectedTag } = niche
      const mark = { requestID: randomUUID(), countID, nicheID, expectedTag, ...asListed(niche) }
      await send(request, stockTakeApi.mark.path, mark)
    }
    await send(request, stockTakeApi.finish.path, { countID })
  }
  return count
}

const listBlocks = (request: APIRequestContext) => read<StockTakeBlock[]>(request, stockTakeApi.blocks.path)

async function read<Reply>(request: APIRequestContext, path: string): Promise<Reply> {
  const answer = await request.get(path)
  expect(answer.status()).toBe(200)
  return answer.json()
}

async function send<Reply>(request: APIRequestContext, path: string, data: object): Promise<Reply> {
  const answer = await request.post(path, { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}
