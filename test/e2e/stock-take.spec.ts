import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { pathTo } from '#contract/pages.ts'
import { blockLocations, niches } from '#server/database/schema.ts'
import { makeNiche, makeUser } from '#test/factories.ts'
import { callAs } from '#test/sign-in-without-password.ts'
import { makeListedUrn, makeUrn, moveTogether } from '#test/urn-factory.ts'
import { accessibilityViolations } from './axe.ts'
import { findAllOverflows } from './find-overflows.ts'
import type { OwnServer } from './own-server.ts'
import { test } from './own-server-test.ts'
import { takePictures } from './take-picture.ts'
import { scan, seeTogether } from './urn-steps.ts'

/** A block with two urns in their niches and an empty niche, and the two people who count it. */
async function makeCountedBlock({ context, app }: OwnServer) {
  const { db } = context
  const clerk = await callAs(app, await makeUser(context, { role: 'staff', fullName: 'Kavitha Nair' }))
  const admin = await callAs(app, await makeUser(context, { role: 'admin', fullName: 'Gerald Pereira' }))
  const people = [clerk.person, admin.person] as const
  const makePlacedUrn = async (beneficiaryName: string) => {
    const urn = await makeUrn(context, clerk, { person: { beneficiaryName } })
    await moveTogether(urn, 'place', [clerk, admin])
    return urn
  }
  const [first, second] = [await makePlacedUrn('Tan Siew Hoon'), await makePlacedUrn('Lim Boon Keng')]
  const empty = await makeNiche(context)
  const [niche] = await db.select().from(niches).where(eq(niches.nicheID, first.nicheID))
  const blockID = niche?.blockID ?? ''
  await db.update(niches).set({ blockID, nicheRow: 6 }).where(eq(niches.nicheID, second.nicheID))
  await db.update(niches).set({ blockID, nicheRow: 7 }).where(eq(niches.nicheID, empty.nicheID))
  return { blockID, people, first, second, empty }
}

async function countBlock(page: Page, blockID: string) {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/urns')
  await page.getByRole('link', { name: 'Stock-take' }).click()
  await page.getByLabel('Block').selectOption(blockID)
  await page.getByRole('button', { name: 'Count this block' }).click()
  await expect(page.getByRole('heading', { name: 'Niches that should hold an urn' })).toBeVisible()
}

const answer = (page: Page, { nicheCode }: { nicheCode: string }, name: 'Present' | 'Missing') =>
  page.getByRole('group', { name: `Niche ${nicheCode}` }).getByRole('button', { name })

async function settle(page: Page, { nicheCode }: { nicheCode: string }) {
  await page.getByRole('button', { name: `Settle ${nicheCode}` }).click()
  await page.getByLabel('What you found').fill('It stood behind the flowers.')
  await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).click()
}

test('two people count a block, one of them offline for a while; a missing and an unexpected urn become tasks', async ({
  server,
  openAs,
}) => {
  const { blockID, people, first, second, empty } = await makeCountedBlock(server)
  const [clerk, admin] = [await openAs(people[0]), await openAs(people[1])]

  await countBlock(clerk, blockID)
  expect(await accessibilityViolations(clerk)).toEqual([])
  await answer(clerk, first, 'Present').click()
  await expect(clerk.getByText('1 of 2 counted.')).toBeVisible()
  const rows = clerk.getByRole('listitem').filter({ has: clerk.getByRole('group') })
  for (const row of await rows.all()) {
    expect((await row.boundingBox())?.height, 'a row at 390 px').toBeLessThanOrEqual(96)
    expect((await row.getByRole('button').first().boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  /** Its code says another row than the one in which it is. */
  await clerk.getByRole('button', { name: `${second.nicheCode}: 0 of 1 counted` }).click()
  await expect(clerk.getByRole('heading', { name: second.nicheCode })).toBeFocused()
  await clerk.context().setOffline(true)
  await answer(clerk, second, 'Missing').click()
  await clerk.getByLabel('Niche code').fill(empty.nicheCode.toLowerCase())
  await clerk.getByRole('button', { name: 'Record this urn' }).click()
  await expect(clerk.getByText('2 not sent yet: kept here')).toBeVisible()
  await expect(answer(clerk, second, 'Missing')).toHaveAttribute('aria-pressed', 'true')
  const [clay, rose] = ['rgb(156, 79, 53)', 'rgb(163, 51, 61)']
  const drawn = (state: string) => clerk.getByRole('list', { name: 'The wall' }).locator(`[data-state=${state}]`)
  await expect(answer(clerk, second, 'Missing')).toHaveCSS('background-color', clay)
  await expect(drawn('missing')).toHaveCSS('color', clay)
  await expect(drawn('unexpected')).toHaveCSS('color', rose)
  await clerk.context().setOffline(false)
  await expect(clerk.getByText('2 of 2 counted.', { exact: true })).toBeVisible()
  await clerk.reload()
  await expect(answer(clerk, second, 'Missing')).toHaveAttribute('aria-pressed', 'true')
  await expect(clerk.getByText('An urn without a readable tag')).toBeVisible()
  await takePictures(clerk, 'stock-take-drawing')
  await clerk.getByRole('button', { name: 'Finish my count' }).click()
  await expect(clerk.getByText('You have finished your count')).toBeVisible()

  await countBlock(admin, blockID)
  await expect(admin.getByText('0 of 2 counted.')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Finish my count' })).toBeDisabled()
  await answer(admin, first, 'Present').click()
  await answer(admin, second, 'Present').click()
  await admin.getByRole('button', { name: 'Finish my count' }).click()
  const missing = admin.locator('tr').filter({ hasText: second.nicheCode })
  await expect(missing).toContainText(`Urn ${second.tag}`)
  await expect(missing).toContainText('Kavitha Nair: No urn')
  await expect(missing).toContainText(`Gerald Pereira: Urn ${second.tag}`)
  const unexpected = admin.locator('tr').filter({ hasText: empty.nicheCode })
  await expect(unexpected).toContainText('Kavitha Nair: An urn without a readable tag')
  for (const width of [1280, 390, 320]) {
    await admin.setViewportSize({ width, height: 844 })
    expect(await findAllOverflows(admin), `content within ${width} px`).toEqual([])
  }
  expect(await accessibilityViolations(admin)).toEqual([])

  await clerk.goto('/placements')
  await expect(clerk.getByText(`Should be there: Urn ${second.tag}`)).toBeVisible()
  await clerk.getByRole('link', { name: `See the difference in niche ${second.nicheCode}` }).click()
  await settle(clerk, second)
  await expect(clerk.getByText('This waits until somebody who took no part in it confirms it.').first()).toBeVisible()
  await expect(clerk.getByRole('button', { name: `Settle ${second.nicheCode}` })).toBeVisible()
  const colleague = await openAs('staff')
  await colleague.goto(new URL(clerk.url()).pathname)
  await settle(colleague, second)
  await expect(colleague.getByRole('button', { name: `Settle ${second.nicheCode}` })).toHaveCount(0)
  await expect(colleague.getByRole('button', { name: `Settle ${empty.nicheCode}` })).toBeVisible()
  await admin.reload()
  await expect(missing).toContainText('It stood behind the flowers.')
})

test('a mark whose answer was lost is recorded once', async ({ server, page, signIn }) => {
  const { blockID, people, first, second } = await makeCountedBlock(server)
  await signIn(people[0])
  await countBlock(page, blockID)
  const sent: string[] = []
  await page.route('**/api/urn/mark-niche', async (route) => {
    sent.push(route.request().postDataJSON().requestID)
    if (sent.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await answer(page, first, 'Present').click()
  await answer(page, second, 'Present').click()
  await page.getByRole('button', { name: 'Finish my count' }).click()
  await expect(page.getByText('You have finished your count')).toBeVisible()
  expect(sent[0]).toBe(sent[1])
  expect(new Set(sent).size).toBe(2)
})

test('a stock-take is cancelled with a reason, and the block can be counted again', async ({
  server,
  page,
  signIn,
}) => {
  const { blockID, people } = await makeCountedBlock(server)
  await signIn(people[0])
  await countBlock(page, blockID)
  await page.getByRole('button', { name: 'Cancel this stock-take' }).click()
  await page.getByLabel('Reason').fill('The lights failed.')
  await page.getByRole('button', { name: 'Cancel the stock-take' }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await countBlock(page, blockID)
  await expect(page.getByText('0 of 2 counted.')).toBeVisible()
})

test('two people mark the urns of a register by scanning and a row at once, and find one of its niches empty', async ({
  server,
  openAs,
}) => {
  const { context } = server
  const [clerk, admin] = [await openAs('staff'), await openAs('admin')]
  const urns = await Promise.all([1, 2, 3, 4].map(() => makeListedUrn(context, { person: { beneficiaryName: '' } })))
  const [first, second, third] = urns
  if (!first || !second || !third) throw new Error('Three urns are needed')
  const [niche] = await context.db.select().from(niches).where(eq(niches.nicheID, first.nicheID))
  const blockID = niche?.blockID ?? ''
  for (const [column, { nicheID }] of urns.entries())
    await context.db
      .update(niches)
      .set({ blockID, nicheRow: 1, nicheColumn: column + 1 })
      .where(eq(niches.nicheID, nicheID))

  for (const page of [clerk, admin]) {
    await countBlock(page, blockID)
    await expect(page.getByText('From the register, not yet seen')).toHaveCount(4)
    await page.getByLabel('Scan a tag to mark it present').fill(second.tag.slice(2).toLowerCase())
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 of 4 counted.')).toBeVisible()
    await answer(page, third, 'Missing').click()
    await page.getByRole('button', { name: 'I looked at each: 2 as listed' }).click()
    await expect(page.getByText('4 of 4 counted.')).toBeVisible()
    await page.getByRole('button', { name: 'Finish my count' }).click()
  }
  await expect(admin.getByRole('heading', { name: 'Differences' })).toBeVisible()
  await clerk.goto(`/urns/${second.tag}`)
  await expect(clerk.getByText(/^In niche .+, seen on .+, by two people$/)).toBeVisible()
  await clerk.goto('/stock-take')
  const { buildingName = '' } =
    (await context.db.select().from(blockLocations).where(eq(blockLocations.blockID, blockID)))[0] ?? {}
  await clerk.getByRole('link', { name: `Print labels of ${buildingName}` }).click()
  await expect(clerk.getByRole('article')).toHaveCount(4)
  await expect(clerk.getByRole('article').nth(1)).toContainText(second.tag)

  for (const page of [clerk, admin]) {
    await page.goto(`/urns/${third.tag}`)
    await page.getByRole('link', { name: 'The niche is empty' }).click()
    await page.getByLabel('Niche code').fill(third.nicheCode)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'It is not there' }).click()
    if (page === clerk) await expect(page.getByText('You have confirmed. Now the second')).toBeVisible()
  }
  await expect(admin.getByText('Both have confirmed. The move is recorded.')).toBeVisible()
  await admin.goto(`/urns/${third.tag}`)
  await expect(admin.getByText('Not here: the register was wrong').first()).toBeVisible()
  for (const width of [1280, 390, 320]) {
    await clerk.goto('/stock-take')
    await clerk.setViewportSize({ width, height: 844 })
    expect(await findAllOverflows(clerk), `content within ${width} px`).toEqual([])
  }
  expect(await accessibilityViolations(clerk)).toEqual([])
})

test('the page of stock-takes says how much of the ledger people have seen, and plans what is left', async ({
  server,
  openAs,
}) => {
  const { blockID, people } = await makeCountedBlock(server)
  const listed = await makeListedUrn(server.context)
  await server.context.db.update(niches).set({ blockID, nicheRow: 8 }).where(eq(niches.nicheID, listed.nicheID))
  const [clerk, admin] = [await openAs(people[0]), await openAs(people[1])]
  const [place] = await server.context.db.select().from(blockLocations).where(eq(blockLocations.blockID, blockID))
  const row = clerk
    .getByRole('table', { name: 'Blocks' })
    .getByRole('row')
    .filter({ hasText: place?.buildingName ?? '' })
  await clerk.goto('/stock-take')
  await expect(clerk.getByRole('progressbar', { name: /^\d+ of \d+ urns seen$/ })).toBeVisible()
  await expect(
    clerk.getByText(/^Left: .+ Two people need about .+ of 2 hours, if an urn takes 2 minutes/),
  ).toBeVisible()
  await expect(row).toContainText(/2 of 3Evening/)
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'stock-take-progress')

  const urn = { tag: listed.tag, nicheCode: listed.nicheCode }
  await clerk.goto(pathTo('urn', { tag: listed.tag }))
  await takePictures(clerk, 'unseen-urn')
  await seeTogether([clerk, admin], urn)
  await clerk.goto('/stock-take')
  await expect(row).toContainText('3 of 3Done')
})

test('a move of an urn that only the register names leads on to seeing it', async ({ server, openAs }) => {
  const urn = await makeListedUrn(server.context, { person: { beneficiaryName: 'Goh Ah Lek' } })
  const clerk = await openAs('staff')
  await clerk.setViewportSize({ width: 390, height: 844 })
  await scan(clerk, urn, 'release')
  await expect(clerk.getByText('Only the register says that this urn is in niche')).toBeVisible()
  expect(await accessibilityViolations(clerk)).toEqual([])
  await takePictures(clerk, 'first-see-the-urn')
  await clerk.getByRole('button', { name: 'The urn is here' }).click()
  await expect(clerk.getByText('Goh Ah Lek')).toBeVisible()
  await takePictures(clerk, 'the-urn-is-here')
  await clerk.getByRole('button', { name: 'Cancel' }).click()
  await scan(clerk, urn, 'takeOut')
  await clerk.getByRole('link', { name: 'stock-take' }).click()
  await expect(clerk.getByRole('heading', { name: 'Stock-take', level: 1 })).toBeVisible()
})
