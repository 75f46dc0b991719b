import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Choices } from '#contract/registers/choices.ts'
import { asListed, needsMark } from '#contract/urns/stock-take.ts'
import { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import type { Context } from '#server/core/context.ts'
import { niches, stockTakeMarks, urns } from '#server/database/schema.ts'
import { makeUser } from '#test/factories.ts'
import { type MoveInSample, moveInSamples } from '#test/move-in-samples.ts'
import { callAs } from '#test/sign-in-without-password.ts'
import { test } from './own-admin.ts'

type Counter = Awaited<ReturnType<typeof callAs>>

for (const sample of moveInSamples)
  test(`the list ${sample.name} comes in through the steps at the first try, and a stock-take finds no difference`, async ({
    admin,
    server: { app, context },
  }) => {
    const { totals } = sample
    const { db } = context
    const clerk = async () => callAs(app, await makeUser(context, { role: 'staff' }))
    const counters = [await clerk(), await clerk()] as const
    const before = [await db.$count(niches), await db.$count(urns)] as const
    const listBlocks = async () => (await counters[0].call(stockTakeApi.blocks)).body
    const known = new Set((await listBlocks()).map(({ blockID }) => blockID))
    const listAdded = async () => (await listBlocks()).filter(({ blockID }) => !known.has(blockID))
    await importBySteps(admin, sample)
    expect([(await db.$count(niches)) - before[0], (await db.$count(urns)) - before[1]]).toEqual([
      totals.niches,
      totals.urns,
    ])

    const added = await listAdded()
    expect(added.reduce((sum, block) => sum + block.urns, 0)).toBe(totals.urns)
    const counts: string[] = []
    for (const { blockID } of added) counts.push(await countBlock(context, counters, blockID))
    const { body: found } = await counters[0].call(stockTakeApi.differences)
    expect(found.filter(({ countID }) => counts.includes(countID))).toEqual([])
    expect((await listAdded()).filter((block) => block.seen < block.urns)).toEqual([])
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

/** Two people find every urn where the ledger has it. The first is marked by a call, and the others as that call would, which is tried in stock-take.spec.ts. */
async function countBlock({ db, clock }: Context, counters: readonly [Counter, Counter], blockID: string) {
  let count = ''
  for (const { call, person } of counters) {
    const { countID } = (await call(stockTakeApi.begin, { body: { blockID } })).body
    count = countID
    const { body: detail } = await call(stockTakeApi.detail, { params: { countID } })
    const marks = detail.niches.filter(needsMark).map((niche) => {
      const { nicheID, expectedTag } = niche
      return { requestID: randomUUID(), countID, nicheID, expectedTag, ...asListed(niche) }
    })
    const [first, ...others] = marks
    if (first) expect(await call(stockTakeApi.mark, { body: first })).toMatchObject({ status: 200 })
    if (others.length > 0)
      await db.insert(stockTakeMarks).values(others.map((mark) => ({ ...mark, personID: person.userID, at: clock() })))
    expect(await call(stockTakeApi.finish, { body: { countID } })).toMatchObject({ status: 200 })
  }
  return count
}
