import { expect, type Page, test } from '@playwright/test'
import { holdRequests } from './intercept-requests.ts'
import { signInAsNewApplicant } from './new-applicant.ts'

/** The window is so high that nothing scrolls. */
test.use({ viewport: { width: 1280, height: 2500 } })

/** Opens Profile without its list of browsers, which moves what is below it when it comes. */
async function openWithoutSessions(page: Page) {
  await signInAsNewApplicant(page)
  const release = await holdRequests(page, '**/sessions*')
  await page.goto('/profile')
  const close = page.getByRole('button', { name: 'Close my account' })
  await expect(page.getByText('Loading your sessions...')).toBeVisible()
  /** The button moves up when the passkeys are there. */
  await expect(page.getByText('Loading your passkeys...')).toHaveCount(0)
  const middle = async () => {
    const box = await close.boundingBox()
    if (!box) throw new Error('The button is not shown')
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  return { release, middle }
}

test('a button that moves away between press and release is pressed all the same', async ({ page }) => {
  const { release, middle } = await openWithoutSessions(page)
  const before = await middle()
  await page.mouse.move(before.x, before.y)
  await page.mouse.down()
  release()
  await expect.poll(async () => Math.abs((await middle()).y - before.y)).toBeGreaterThan(50)
  await page.mouse.up()
  await expect(page.getByRole('dialog').getByLabel('Message to our staff')).toBeVisible()
})

test('a pointer that is drawn away from a button before it is released presses nothing', async ({ page }) => {
  const { release, middle } = await openWithoutSessions(page)
  const { x, y } = await middle()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 60)
  await page.mouse.up()
  release()
  await expect(page.getByText('This browser')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a part that moves away between press and release still opens', async ({ page }) => {
  const release = await holdRequests(page, '**/api/explore/halls*', (route) => route.abort())
  await page.goto('/explore')
  const search = page.getByText('Find one for me')
  const top = async () => (await search.boundingBox())?.y ?? 0
  const before = await top()
  await search.hover()
  await page.mouse.down()
  release()
  await expect.poll(top).toBeLessThan(before - 50)
  await page.mouse.up()
  await expect(page.getByLabel('Total from (SGD)')).toBeVisible()
})
