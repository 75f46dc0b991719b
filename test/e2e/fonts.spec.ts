import { expect, type Page, test } from '@playwright/test'
import { holdRequests } from './intercept-requests.ts'

/** The fonts of a phone, served by the test, because the machine that runs it may have others or none. */
const phoneFonts = [
  { name: 'Roboto', family: 'Roboto for Inter', file: 'roboto.woff' },
  { name: 'Noto Serif', family: 'Noto Serif for Source Serif', file: 'noto-serif.woff' },
]

/** Replaces all fonts of the system with those of the phone. */
async function usePhoneFonts(page: Page) {
  for (const { file } of phoneFonts)
    await page.route(`**/phone-fonts/${file}`, (route) => route.fulfill({ path: `test/e2e/fonts/${file}` }))
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/local\(["']?([^"')]*)["']?\)/g, (_, name: string) => {
      const font = phoneFonts.find((each) => each.name === name)
      return font ? `url(/phone-fonts/${font.file})` : 'local(none)'
    })
    await route.fulfill({ response, body })
  })
}

/** Both weights of a fallback have a face of their own. */
const waitForPhoneFonts = (page: Page) =>
  page.evaluate(
    (families) =>
      Promise.all(
        families.flatMap((family) => [400, 550].map((weight) => document.fonts.load(`${weight} 16px "${family}"`))),
      ),
    phoneFonts.map(({ family }) => family),
  )

/** Returns a function that returns the sum of the layout shifts since now, as browsers score them. */
async function watchLayoutShifts(page: Page) {
  const watch = await page.evaluateHandle(() => {
    const shifts: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift' })
    return { shifts, observer }
  })
  return () =>
    watch.evaluate(({ shifts, observer }) =>
      [...shifts, ...observer.takeRecords()].reduce((sum, entry) => sum + entry.toJSON().value, 0),
    )
}

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

for (const path of ['/', '/login', '/register']) {
  for (const width of [1280, 390, 320]) {
    test(`${path} at ${width} px: nothing moves when the web fonts arrive after the text is shown`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      /** The delivered HTML is enough, so what scripts add later plays no part. */
      await page.route('**/assets/*.js', (route) => route.abort())
      await usePhoneFonts(page)
      const releaseFonts = await holdRequests(page, '**/assets/*.woff2')
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await waitForPhoneFonts(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await twoFrames(page)

      const readShift = await watchLayoutShifts(page)
      releaseFonts()
      await page.evaluate(async () => {
        await document.fonts.load('400 16px "Inter Variable"')
        await document.fonts.load('560 16px "Source Serif 4 Variable"')
      })
      await twoFrames(page)
      /** Letters inside a date field may move by a pixel; a line that wraps differently is above this. */
      expect(await readShift()).toBeLessThan(0.001)
    })
  }
}
