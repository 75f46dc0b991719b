import { expect, type Route } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { build } from 'esbuild'
import { Secret, TOTP } from 'otpauth'
import { languagesOf, type Page, pages } from '#contract/pages.ts'
import type { Words } from '#contract/words/t.ts'
import { wordsByPage } from '#contract/words/zh-Hans/words-by-page.ts'
import { toTraditional } from '#contract/words/zh-Hant/traditional.ts'
import { once } from '#server/core/once.ts'
import { root } from '#server/core/project-root.ts'
import { closingRequests, users } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import { makeUser } from '#test/factories.ts'
import { firstDaysOfMonths, listUnnamedDifferences } from '#test/lunar-differences.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'
import { writeInIntl } from '#test/write-in-intl.ts'
import { accessibilityViolations } from './axe.ts'
import { namesOfVisits, prepareBlock, visits } from './chinese-visits.ts'
import { visitsAfterBooking } from './chinese-visits-after-booking.ts'
import { visitsOfPapers } from './chinese-visits-of-papers.ts'
import { namesOfProfile, visitsOfProfile } from './chinese-visits-of-profile.ts'
import { findAllOverflows } from './find-overflows.ts'
import { lookAt } from './look-at.ts'
import { test } from './own-server-test.ts'
import { expectReadInOrder } from './reading-order.ts'
import { findLatin, findUnbracketed, readOwnWords, readPage, toPseudoLanguage } from './reading-sentences.ts'
import { takePictures } from './take-picture.ts'

/** Latin words that a Chinese page prints on purpose: names of services, of buttons that are still English, of formats, of families. */
const names = [
  ...['Columba', 'columbarium', 'My Legacy', 'NRIC', 'PDF', 'PNG', 'JPEG', 'JPG', 'MB'],
  ...['Google Authenticator', 'Microsoft Authenticator', 'xxxxx-xxxxx'],
  ...['Anita Pereira', 'Rajesh', 'Priya Nair', ...namesOfVisits, ...namesOfProfile],
]

const everyVisit = [...visits, ...visitsAfterBooking, ...visitsOfProfile, ...visitsOfPapers]

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
    expect(html).toMatch(/<meta name="description" content="[^"]*\p{Script=Han}{4}/u)
    const others = path === '/find' ? [] : ['en', 'zh-Hans', 'zh-Hant']
    expect([...html.matchAll(/hreflang="([^"]+)" href="/g)].map(([, language]) => language)).toEqual(others)
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

for (const path of ['/shared', '/family-invitation', '/contact-request', '/end-reminder'])
  test(`a reader who chooses another language on ${path} keeps the token of the link`, async ({ page }) => {
    await page.goto(`${path}#made-up`)
    for (const language of ['繁體中文', '简体中文', 'English']) {
      await page.getByRole('banner').getByRole('link', { name: language }).click()
      await expect(page.getByRole('banner').getByRole('link', { name: language })).toHaveCount(0)
      await expect(page).toHaveURL(`${path}#made-up`)
    }
  })

test('each page that is whole in Chinese is visited', () => {
  const visited = everyVisit.map(({ path }) => path.replace(/(?<=^\/[^/]+\/).*/, ''))
  const whole = Object.values<Page>(pages).filter((each) => languagesOf(each)?.includes('zh-Hans'))
  const paths = whole.map(({ path }) => path.replace(/:.*/, ''))
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => !visited.includes(path))).toEqual([])
})

test('the lunar calendar of this browser differs from the table at most in the named periods', async ({ page }) => {
  expect(firstDaysOfMonths.length).toBeGreaterThan(2400)
  const inBrowser = await page.evaluate(writeInIntl, firstDaysOfMonths)
  expect(listUnnamedDifferences(firstDaysOfMonths, inBrowser)).toEqual([])
})

test('staff who write a reason read in which language it is read', async ({ page, server, signIn, openAs }) => {
  const family = await makeUser(server.context)
  const { userID } = family
  await server.context.db.update(users).set({ language: 'zh-Hant' }).where(eq(users.userID, userID))
  const { bookingID } = await makeBooking(server.context, family)
  await signIn('staff')
  await page.goto(`/booking-approval/${bookingID}`)
  const reason = page.getByLabel('Reason', { exact: true })
  const hint = /reads 繁體中文; the letter says that the reason is as written\.$/
  await expect(reason).toHaveAccessibleDescription(hint)

  const now = server.context.clock()
  await server.context.db.insert(closingRequests).values({ userID, requestedAt: now, message: '' })
  await page.goto('/dashboard')
  await page.getByRole('row').filter({ hasText: family.email }).getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('dialog').locator('p', { hasText: hint })).toBeVisible()

  const admin = await openAs('admin')
  await admin.goto(`/user-management?${new URLSearchParams({ search: family.email })}`)
  await admin.getByRole('button', { name: `Edit User ${family.fullName}` }).click()
  await expect(admin.getByRole('dialog').locator('p', { hasText: hint })).toBeVisible()
})

test('a daughter walks from the landing page to her receipt in Chinese, and meets no Latin word', async ({
  page,
  server,
}) => {
  const number = String(Date.now()).slice(-7)
  const username = `daughter${number}`
  const press = (name: string) => page.locator('main').getByRole('button', { name, exact: true }).click()
  const follow = (name: string) => page.locator('main').getByRole('link', { name, exact: true }).first().click()
  const fill = async (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await page.locator(`main input[name=${name}]`).fill(value)
  }
  const enterCode = (secret: string, stepsLater: number) =>
    fill({
      token: new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsLater * 30_000 }),
    })
  const readAt = async (path: string | RegExp) => {
    await expect(page).toHaveURL(path)
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\p{Script=Han}/u)
    const { texts, attributes } = await readPage(page)
    const known = [...(await readOwnWords(page)), ...names, 'Lim Siew Hong', username]
    expect(findLatin([...texts, ...attributes], known)).toEqual([])
  }

  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: '简体中文' }).click()
  await readAt('/')
  await follow('查看龛位与价格')
  await readAt(/\/explore/)
  await page.goto(`/explore?${await prepareBlock(server)}`)
  await page.locator('[data-status=available][data-act]').first().click()
  await follow('注册账户')
  await readAt('/register')
  const [email, password] = [`${username}@test.example`, 'quiet rooms 77']
  const person = { fullname: 'Tan Mei Ling', nric: `S${number}F`, dob: '1980-02-29', contactnumber: `9${number}` }
  const home = { address: '12 Bishan Street 22', unitnumber: '12-34', postalcode: '570012' }
  await fill({ ...person, ...home, email, username, password })
  for (const [name, value] of [
    ['gender', 'Female'],
    ['nationality', 'Singaporean'],
  ])
    await page.locator(`main select[name=${name}]`).selectOption(String(value))
  await press('注册')
  await readAt('/setup-2fa')
  const secret = (await page.locator('form code').first().textContent()) ?? ''
  await enterCode(secret, 0)
  await press('验证并完成注册')
  await expect(page.locator('ul code')).toHaveCount(10)
  await press('继续登录')
  await readAt('/login')
  await fill({ email, password })
  await press('登录')
  await readAt('/login-2fa')
  await enterCode(secret, 1)
  await press('验证')

  await readAt(/\/book-niche/)
  const form = page.locator('form:has([name=beneficiaryName])')
  await form.locator('input[value=PreOrder]').check()
  await form.locator('[name=birthCertFile]').setInputFiles('test/e2e/certificate.png')
  await press('前往付款')
  await page.locator('[name=cardNumber]').waitFor()
  await readAt(/bookingID=/)
  await page.locator('form:has([name=cardNumber]) summary').click()
  await page.locator('form:has([name=cardNumber]) details button').first().click()
  await page.locator('form:has([name=cardNumber]) button[type=submit]').click()
  await expect(page.getByText('查看并打印收据')).toBeVisible()
  await readAt(/\/payment-success/)
  await follow('查看并打印收据')
  await expect(page.locator('main [class*=sheet]').first()).toBeVisible()
  await readAt(/\/receipt/)
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
  await page.setViewportSize({ width: 320, height: 844 })
  await page.goto(`/my-bookings/${bookingID}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await findAllOverflows(page)).toEqual([])
})

test('a screen reader reads My Bookings and the picture in Chinese in order', async ({ page, server, signIn }) => {
  const member = await makeUser(server.context)
  await makeBooking(server.context, member, { status: 'Confirmed', type: 'PreOrder' })
  await signIn(member)
  await page.goto('/my-bookings?lang=zh-Hans')
  await expect(page.locator('li[data-status]')).toHaveCount(1)
  const parts = [
    '跳到正文',
    '我的页面',
    'heading "我的预订"',
    '搜索我的预订',
    '龛位已预留',
    '查看详情',
    '需要协助？请致电',
  ]
  await expectReadInOrder(page.locator('body'), parts)

  await page.goto(`/explore?lang=zh-Hans${await prepareBlock(server)}`)
  await expect(page.getByRole('option', { selected: true, name: /^A\s?区\s?，在/ })).toBeVisible()
})

for (const { name, path, names: ofPage = [], prepare, visit } of everyVisit) {
  test(`${name} in Chinese has no Latin words besides names, codes and addresses`, async ({ page, server }) => {
    const end = (await prepare?.(server, page)) ?? ''
    await page.goto(addressOf(path, end))
    await visit(page)
    const known = [...(await readOwnWords(page)), ...names, ...ofPage]
    const { texts, attributes } = await readPage(page)
    expect(findLatin([...texts, ...attributes], known)).toEqual([])
    await lookAt(page, `chinese-${name}`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
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
    await page.unrouteAll({ behavior: 'ignoreErrors' })
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
