import type { Page, Route } from '@playwright/test'

/** Answers the requests of this path with a status and a body. */
export const mockReply = (page: Page, path: string, status: number, body: object = {}) =>
  page.route(`**${path}*`, (route) => route.fulfill({ status, json: body }))

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
