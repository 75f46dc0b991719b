import { expect, type Page, type Route } from '@playwright/test'
import { build } from 'esbuild'
import type { Words } from '#contract/words/t.ts'
import { wordsByPage } from '#contract/words/zh-Hans/words-by-page.ts'
import { root } from '#server/core/project-root.ts'
import { makeBlock } from '#test/block-factory.ts'
import { makeRestingPerson } from '#test/resting-person.ts'
import { accessibilityViolations } from './axe.ts'
import { findAllOverflows } from './find-overflows.ts'
import type { OwnServer } from './own-server.ts'
import { test } from './own-server-test.ts'
import { findLatin, findUnbracketed, readOwnWords, readPage, toPseudoLanguage } from './reading-sentences.ts'
import { takePictures } from './take-picture.ts'

const recently = String(new Date().getFullYear() - 1)
const resting = { name: 'Seah Geok Choo', dateOfDeath: `${recently}-02-03`, shared: true }

/** What a visitor does on a page, so that everything it can say is there. */
const visits: Record<string, (page: Page) => Promise<unknown>> = {
  '/': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/about': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/faq': async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(openAll)
  },
  '/nowhere/at-all': (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  '/explore': chooseAndSearch,
  '/find': findSomebody,
}

/** Runs in the page. */
function openAll() {
  for (const each of document.querySelectorAll('details')) each.open = true
}

async function chooseAndSearch(page: Page) {
  await page.locator('[data-status=available][data-act]').first().click()
  await page.evaluate(openAll)
  await page.locator('form select').first().selectOption('2')
  await page.locator('form button[type=submit]').click()
  await page.locator('ol button[aria-pressed]').first().waitFor()
}

/** First with empty fields, then a person. */
async function findSomebody(page: Page) {
  await page.locator('form button[type=submit]').click()
  await expect(page.locator('[aria-invalid]')).toHaveCount(2)
  await page.locator('input[name=name]').fill(resting.name)
  await page.locator('input[name=diedIn]').fill(recently)
  await page.locator('form button[type=submit]').click()
  await page.getByRole('article').first().waitFor()
  await page.locator('article svg[role=img]').first().waitFor()
}

/** Latin words that a Chinese page prints on purpose: names of services, of buttons that are still English, of formats, of families. */
const names = [
  ...['Columba', 'columbarium', 'My Legacy', 'My Bookings', 'Request Urn Placement', 'NRIC', 'PDF', 'PNG', 'JPG', 'MB'],
  ...['Anita Pereira', 'Rajesh', 'Priya Nair', resting.name],
]

test('a reader chooses Chinese in the header; it is remembered, and a page that is not whole stays English', async ({
  page,
}) => {
  await page.goto('/about')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-SG')
  await page.getByRole('banner').getByRole('link', { name: '简体中文' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('关于')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans-SG')
  await expect(page).toHaveURL('/about')
  await expect(page.locator('link[hreflang=zh-Hans]')).toHaveAttribute('href', /\/about\?lang=zh-Hans$/)

  await page.getByRole('banner').getByRole('link', { name: '登录' }).click()
  await expect(page.getByRole('heading', { name: 'Log In', level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-SG')
  await expect(page.getByRole('contentinfo')).toContainText('Need help? Call')
  await page.goBack()
  await expect(page.getByRole('contentinfo')).toContainText('需要协助')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans-SG')

  await page.goto('/faq')
  await expect(page).toHaveTitle(/^常见问题 - /)
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Questions and answers', level: 1 })).toBeVisible()
})

test('a page in Chinese arrives finished from the server, and React changes nothing of it', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  for (const path of ['/', '/about', '/faq', '/explore', '/find']) {
    const html = await (await page.request.get(`${path}?lang=zh-Hans`)).text()
    expect(html).toContain('<html lang="zh-Hans-SG"')
    expect(html).toContain('需要协助？请致电')
    await page.goto(`${path}?lang=zh-Hans`)
    await expect(page).toHaveURL((url) => url.searchParams.get('lang') === null)
  }
  expect(errors).toEqual([])
})

/** Makes what a visit needs, whatever other tests have left. Returns the query that leads there. */
async function prepare({ context }: OwnServer, path: string): Promise<string> {
  if (path === '/find') await makeRestingPerson(context, resting)
  if (path !== '/explore') return ''
  const { buildingID, levelID, blockID } = await makeBlock(context, { rows: ['....', '....'] })
  return String(new URLSearchParams({ building: buildingID, level: levelID, block: blockID }))
}

for (const [path, visit] of Object.entries(visits)) {
  const name = path.replaceAll(/\W/g, '') || 'home'

  test(`${path} in Chinese has no Latin words besides names, codes and addresses`, async ({ page, server }) => {
    await page.goto(`${path}?lang=zh-Hans&${await prepare(server, path)}`)
    await visit(page)
    const known = [...(await readOwnWords(page)), ...names]
    const { texts, attributes } = await readPage(page)
    expect(findLatin([...texts, ...attributes], known)).toEqual([])
    expect(await accessibilityViolations(page)).toEqual([])
    await takePictures(page, `chinese-${name}`)
  })

  test(`${path} in longer words fits 320 px, and each of its words is marked`, async ({ page, server }) => {
    const query = await prepare(server, path)
    await page.route(/\/assets\/chinese-[^/]*\.js$/, sendPseudoLanguage)
    await page.route((url) => url.pathname === path, sendWithoutPage)
    await page.setViewportSize({ width: 320, height: 844 })
    await page.goto(`${path}?lang=zh-Hans&${query}`)
    await visit(page)
    const known = [...(await readOwnWords(page)), ...names]
    const { texts, attributes } = await readPage(page)
    expect(findUnbracketed(texts, known)).toEqual([])
    expect(attributes.flatMap((text) => findUnbracketed([text], known))).toEqual([])
    expect(await findAllOverflows(page)).toEqual([])
    await takePictures(page, `longer-words-${name}`)
  })
}

/** Instead of the words of every page. */
async function sendPseudoLanguage(route: Route) {
  const all = (await Promise.all(Object.values(wordsByPage).map((load) => load?.() ?? []))).flat()
  const words: Words = toPseudoLanguage(Object.assign({}, ...all))
  const contents = `
    import { speakerOf } from './contract/words/speaker-of.ts'
    export const speaker = speakerOf('zh-Hans', [${JSON.stringify(words)}])
    export const addWordsOf = async () => undefined`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: 'esm',
    write: false,
  })
  await route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' })
}

/** The page as for one that is not prerendered, because the prerendered one is Chinese. */
async function sendWithoutPage(route: Route) {
  const response = await route.fetch()
  const html = await response.text()
  await route.fulfill({ response, body: html.replace(/(<div id="root")[^>]*>[\s\S]*<\/body>/, '$1></div></body>') })
}
