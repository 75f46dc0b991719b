import { expect, type Route } from '@playwright/test'
import { build } from 'esbuild'
import { Secret, TOTP } from 'otpauth'
import type { Words } from '#contract/words/t.ts'
import { wordsByPage } from '#contract/words/zh-Hans/words-by-page.ts'
import { toTraditional } from '#contract/words/zh-Hant/traditional.ts'
import { once } from '#server/core/once.ts'
import { root } from '#server/core/project-root.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'
import { accessibilityViolations } from './axe.ts'
import { namesOfVisits, visits } from './chinese-visits.ts'
import { visitsAfterBooking } from './chinese-visits-after-booking.ts'
import { visitsOfPapers } from './chinese-visits-of-papers.ts'
import { namesOfProfile, visitsOfProfile } from './chinese-visits-of-profile.ts'
import { findAllOverflows } from './find-overflows.ts'
import { test } from './own-server-test.ts'
import { findLatin, findUnbracketed, readOwnWords, readPage, toPseudoLanguage } from './reading-sentences.ts'
import { takePictures } from './take-picture.ts'

/** Latin words that a Chinese page prints on purpose: names of services, of buttons that are still English, of formats, of families. */
const names = [
  ...['Columba', 'columbarium', 'My Legacy', 'NRIC', 'PDF', 'PNG', 'JPEG', 'JPG', 'MB'],
  ...['Google Authenticator', 'Microsoft Authenticator', 'xxxxx-xxxxx'],
  ...['Anita Pereira', 'Rajesh', 'Priya Nair', ...namesOfVisits, ...namesOfProfile],
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

  await page.getByRole('banner').getByRole('link', { name: '演示' }).click()
  await expect(page.getByRole('heading', { name: 'Demo mailbox', level: 1 })).toBeVisible()
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
  for (const path of ['/', '/about', '/faq', '/explore', '/find', '/login', '/register']) {
    const html = await (await page.request.get(`${path}?lang=zh-Hans`)).text()
    expect(html).toContain('<html lang="zh-Hans-SG"')
    expect(html).toContain('需要协助？请致电')
    await page.goto(`${path}?lang=zh-Hans`)
    await expect(page).toHaveURL((url) => url.searchParams.get('lang') === null)
  }
  expect(errors).toEqual([])
})

test('the language that a family chooses when signed in comes back where it signs in next', async ({
  page,
  browser,
  server,
  signIn,
}) => {
  const member = await makeUserWithTwoFactor(server)
  await signIn(member)
  await page.goto('/about')
  await page.getByRole('banner').getByRole('link', { name: '简体中文' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('关于')

  const elsewhere = await browser.newPage({ baseURL: server.url })
  await elsewhere.goto('/login')
  await elsewhere.getByLabel('Email').fill(member.email)
  await elsewhere.getByLabel('Password', { exact: true }).fill(memberPassword)
  await elsewhere.getByRole('button', { name: 'Log In' }).click()
  await elsewhere.getByLabel('6-digit code').fill(new TOTP({ secret: Secret.fromBase32(member.secret) }).generate())
  await elsewhere.getByRole('button', { name: 'Verify' }).click()
  await expect(elsewhere.getByRole('heading', { name: '我的预订', level: 1 })).toBeVisible()
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'zh-Hans-SG')
  await elsewhere.close()
})

test('what staff see behind a guard is English, also in a browser that reads Chinese', async ({
  page,
  server,
  signIn,
}) => {
  const { bookingID } = await makeBooking(server.context, await makeUser(server.context))
  await signIn('staff')
  await page.goto(`/payment-success?lang=zh-Hans&bookingID=${bookingID}`)
  await expect(page.getByRole('heading', { name: 'Payment received', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Your pages' })).toContainText('Dashboard')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-SG')
})

test('a reader chooses traditional characters, and no page has a simplified one', async ({ page, server, signIn }) => {
  const traditional = async () => {
    const { texts, attributes } = await readPage(page)
    const own = [...(await readOwnWords(page)), '简体中文', '简']
    const said = [...texts, ...attributes].map((text) => own.reduce((rest, each) => rest.replaceAll(each, ''), text))
    expect(said.filter((text) => toTraditional(text) !== text)).toEqual([])
    expect(said.join('').match(/\p{Script=Han}/gu)?.length).toBeGreaterThan(50)
  }
  await page.goto('/about')
  await page.getByRole('banner').getByRole('link', { name: '繁體中文' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('關於')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-SG')
  await traditional()
  const member = await makeUser(server.context)
  const { bookingID } = await makeBooking(server.context, member)
  await signIn(member)
  for (const path of ['/faq', '/explore', '/my-bookings', `/my-bookings/${bookingID}`, '/profile']) {
    await page.goto(path)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await traditional()
  }
  expect(await accessibilityViolations(page)).toEqual([])
})

for (const { name, path, names: ofPage = [], prepare, visit } of [
  ...visits,
  ...visitsAfterBooking,
  ...visitsOfProfile,
  ...visitsOfPapers,
]) {
  test(`${name} in Chinese has no Latin words besides names, codes and addresses`, async ({ page, server }) => {
    const end = (await prepare?.(server, page)) ?? ''
    await page.goto(addressOf(path, end))
    await visit(page)
    const known = [...(await readOwnWords(page)), ...names, ...ofPage]
    const { texts, attributes } = await readPage(page)
    expect(findLatin([...texts, ...attributes], known)).toEqual([])
    expect(await accessibilityViolations(page)).toEqual([])
    await takePictures(page, `chinese-${name}`)
  })

  test(`${name} in longer words fits 320 px, and each of its words is marked`, async ({ page, server }) => {
    const end = (await prepare?.(server, page)) ?? ''
    await page.route(/\/assets\/chinese-[^/]*\.js$/, sendPseudoLanguage)
    await page.route((url) => url.searchParams.get('lang') === 'zh-Hans', sendWithoutPage)
    await page.setViewportSize({ width: 320, height: 844 })
    await page.goto(addressOf(path, end))
    await visit(page)
    const known = [...(await readOwnWords(page)), ...names, ...ofPage]
    const { texts, attributes } = await readPage(page)
    expect(findUnbracketed(texts, known)).toEqual([])
    expect(attributes.flatMap((text) => findUnbracketed([text], known))).toEqual([])
    expect(await findAllOverflows(page)).toEqual([])
    await takePictures(page, `longer-words-${name}`)
  })
}

/** A path that ends with a slash goes on with the end. */
const addressOf = (path: string, end: string) =>
  path.length > 1 && path.endsWith('/') ? `${path}${end}?lang=zh-Hans` : `${path}?lang=zh-Hans${end}`

/** Instead of the words of every page. */
const sendPseudoLanguage = async (route: Route) =>
  route.fulfill({ contentType: 'text/javascript', body: await buildPseudoLanguage() })

const buildPseudoLanguage = once(async () => {
  const all = (await Promise.all(Object.values(wordsByPage).map((load) => load?.() ?? []))).flat()
  const words: Words = toPseudoLanguage(Object.assign({}, ...all))
  const contents = `
    import { speakerOf } from './contract/words/speaker-of.ts'
    const speaker = speakerOf('zh-Hans', [${JSON.stringify(words)}])
    export const addWordsOf = async () => speaker`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: 'esm',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
})

/** The page as for one that is not prerendered, because the prerendered one is Chinese. */
async function sendWithoutPage(route: Route) {
  const response = await route.fetch()
  const html = await response.text()
  await route.fulfill({ response, body: html.replace(/(<div id="root")[^>]*>[\s\S]*<\/body>/, '$1></div></body>') })
}
