import { expect, type Page, type Route } from '@playwright/test'

/** Answers the requests of this path with a status and a body. */
export const mockReply = (page: Page, path: string, status: number, body: object = {}) =>
  page.route(`**${path}*`, (route) => route.fulfill({ status, json: body }))

/** The server carries out the next request, which `send` repeats for files that Playwright does not pass on, but its answer is lost. */
export const loseAnswer = (page: Page, url: string, send: () => Promise<unknown>) =>
  page.route(
    url,
    async (route) => {
      await send()
      await route.abort()
    },
    { times: 1 },
  )

/** Goes offline and comes back. */
export async function reconnect(page: Page) {
  await page.context().setOffline(true)
  await expect(page.getByText('You can stay on this page. It reconnects by itself.')).toBeVisible()
  await page.context().setOffline(false)
}

/** Lets what the page loads again after a lost connection fail, and waits until it has. */
export async function failReload(page: Page, path: string) {
  await mockReply(page, path, 503)
  const failed = page.waitForEvent('console', (message) => message.text().startsWith('Failed to fetch'))
  await reconnect(page)
  await failed
}

/** Holds requests back until `release`, which is returned, is called; `answer` then decides what each gets. */
export async function holdRequests(
  page: Page,
  url: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    await released
    await answer(route)
  })
  return release
}
