import { beforeEach, expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { allEndpoints } from '#contract/endpoints.ts'
import { registrationForm } from '#test/registration-form.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { openBrowser } from '#test/test-browser.ts'
import { makeUserWithTwoFactor, totpCode, type UserWithTwoFactor } from '#test/two-factor-users.ts'
import { waitForDelayedLetters } from './delayed-letters.ts'
import { lettersADay } from './throttle-limits.ts'

const testApp = prepareTestApp()

/** The person whose mailbox a stranger fills, who may even know the password and have the authenticator. */
let reader: UserWithTwoFactor
beforeEach(async () => {
  reader = await makeUserWithTwoFactor(testApp)
})

const networks = Array.from({ length: 40 }, (_, index) => (index % 2 ? `203.0.${index}.7` : `2001:db8:${index}::7`))

let count = 0
/** What a stranger sends with each call that needs no session, or only half of a sign-in. A further call needs a row here. */
const bodies: Record<string, () => object> = {
  '/api/user/login': () => ({ email: reader.email, password: 'not the one' }),
  '/api/user/register': () => {
    count += 1
    return { ...registrationForm(count), email: reader.email }
  },
  '/api/email/sendResetPassword': () => ({
    to: reader.email,
    link: 'https://columba.test/reset-password?token={token}',
  }),
  '/api/auth/resetPassword': () => ({ token: 'made-up', newPassword: 'another quiet room' }),
  '/api/user/confirm-email': () => ({ token: 'made-up' }),
  '/api/user/undo-email-change': () => ({ token: 'made-up' }),
  '/api/user/read-invitation': () => ({ token: 'made-up' }),
  '/api/user/accept-invitation': () => ({
    token: 'made-up',
    fullName: 'Lim Hui Min',
    contactNumber: '98765432',
    newPassword: 'another quiet room',
  }),
  '/api/user/verify-login-2fa': () => ({ token: totpCode(testApp, reader.secret) }),
  '/api/user/verify-2fa': () => ({ token: '000000' }),
  '/api/user/generate-2fa-secret': () => ({}),
  '/api/user/passkey-challenge': () => ({}),
  '/api/user/logout': () => ({}),
  '/api/family/show': () => ({ token: 'made-up' }),
  '/api/family/read-invitation': () => ({ token: 'made-up' }),
  '/api/remembrance/end-by-link': () => ({ token: 'made-up' }),
  '/api/rights/read-contact-request': () => ({ token: 'made-up' }),
  '/api/rights/answer-contact-request': () => ({ token: 'made-up', accepts: true }),
  '/api/find': () => ({ name: reader.fullName, email: reader.email }),
  '/api/payment/webhook': () => ({ type: 'payment_intent.succeeded' }),
}

const isOpen = ({ roles }: Endpoint) => roles === 'anyone' || 'stages' in roles
const openCalls = allEndpoints.filter((endpoint) => endpoint.method === 'POST' && isOpen(endpoint))

/** Calls from a new browser in this network. At some stages of a sign-in the stranger knows the password. */
async function tryFrom(address: string, { method, path, roles }: Endpoint) {
  const browser = openBrowser(testApp, { address })
  if (typeof roles === 'object' && 'stages' in roles) await browser.logIn(reader)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  await testApp.app.inject({
    method,
    url: path,
    headers: { cookie },
    payload: bodies[path]?.() ?? {},
    remoteAddress: address,
  })
}

test('every call without a session, or with half of one, is walked here', () => {
  expect(openCalls.map(({ path }) => path).sort()).toEqual(Object.keys(bodies).sort())
})

test.each(openCalls.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s from 40 networks causes at most the letters of a day to one mailbox, in parallel and 12 ms apart',
  async (_, endpoint) => {
    await Promise.all(networks.map((address) => tryFrom(address, endpoint)))
    for (const address of networks) {
      testApp.advanceTime(12)
      await tryFrom(address, endpoint)
    }
    await waitForDelayedLetters()
    const kinds = (await testApp.letters({ to: reader.email })).map(({ kind }) => kind)
    const tooMany = kinds.filter((kind) => kinds.filter((each) => each === kind).length > (limits[kind] ?? 0))
    expect(tooMany).toEqual([])
  },
)

/** Letters that only these calls cause have a limit; any other kind is one too many. */
const limits: Record<string, number> = { ...lettersADay, 'finish-registration': lettersADay['already-registered'] }

const ask = (to: string, address: string, more = {}) =>
  openBrowser(testApp, { address }).call(accountApi.sendReset, { to, ...more })
async function linksTo(to: string) {
  await waitForDelayedLetters()
  const letters = await testApp.letters({ to, kind: 'reset-link' })
  return letters.map(({ text }) => ({ text, token: /\?token=(\S+)/.exec(text)?.[1] ?? '' }))
}
const reset = async (token = '') =>
  (await testApp.anonymous.call(accountApi.resetPassword, { body: { token, newPassword: 'another quiet room' } }))
    .status
const hour = 3_600_000

test('200 requests from 40 networks send five links, and the last works until the next can be sent, so its owner gets in', async () => {
  for (let round = 0; round < 5; round += 1) await Promise.all(networks.map((address) => ask(reader.email, address)))
  const links = await linksTo(reader.email)
  expect(links).toHaveLength(lettersADay['reset-link'])
  expect(links.filter(({ text }) => text.includes('until then we send no further one'))).toHaveLength(1)
  testApp.advanceTime(23 * hour)
  const works: number[] = []
  for (const { token } of links) works.push(await reset(token))
  expect(works.sort()).toEqual([200, 400, 400, 400, 400])
  await ask(reader.email, '198.51.100.4')
  expect(await linksTo(reader.email)).toHaveLength(6)
})

test('after a day the next link is sent', async () => {
  for (const address of networks.slice(0, 6)) await ask(reader.email, address)
  expect(await linksTo(reader.email)).toHaveLength(5)
  testApp.advanceTime(24 * hour)
  await ask(reader.email, '198.51.100.4')
  expect(await linksTo(reader.email)).toHaveLength(6)
})

test('a browser in which the owner has signed in gets a link although strangers have used up the others', async () => {
  const own = openBrowser(testApp, { address: '198.51.100.4' })
  await own.signIn(reader)
  for (const address of networks.slice(0, 9)) await ask(reader.email, address)
  expect(await linksTo(reader.email)).toHaveLength(5)
  expect((await own.call(accountApi.sendReset, { to: reader.email })).status).toBe(200)
  expect(await linksTo(reader.email)).toHaveLength(6)
})

test('the bot check is asked for only after ten requests in an hour for one address, or from one network', async () => {
  const asked: string[] = []
  const { botCheck } = testApp.context
  const confirm = async (token: string, action: string) => void asked.push(`${action} ${token}`)
  testApp.services.botCheck = { ...botCheck, confirm }
  try {
    for (const address of networks.slice(0, 10)) await ask(reader.email, address)
    expect(asked).toEqual([])
    await ask(reader.email, '198.51.100.4', { recaptchaToken: 'solved' })
    expect(asked).toEqual(['reset solved'])
    for (let each = 0; each < 11; each += 1) await ask(`somebody${each}@test.example`, '198.51.100.5')
    expect(asked).toHaveLength(2)
  } finally {
    testApp.services.botCheck = botCheck
  }
})

test('networks of one IPv6 /48 share the requests for one address', async () => {
  const statuses: number[] = []
  for (let each = 0; each < 6; each += 1) statuses.push((await ask(reader.email, `2001:db8:77:${each}::1`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('an account that a stranger opens with the address and signs in to from new browsers causes ten letters a day', async () => {
  for (let each = 0; each < 12; each += 1) {
    const browser = openBrowser(testApp, { address: networks[each] ?? '' })
    expect(await browser.signIn(reader)).toEqual([200, 200])
  }
  expect(await testApp.letters({ to: reader.email, kind: 'new-device' })).toHaveLength(lettersADay['new-device'])
})

test('letters about other things do not keep the warning of a lock or a new device from its reader', async () => {
  for (const address of networks) {
    await tryFrom(address, accountApi.sendReset)
    await tryFrom(address, accountApi.register)
  }
  for (let each = 0; each < 10; each += 1) await tryFrom(networks[each] ?? '', accountApi.login)
  testApp.advanceTime(hour)
  expect(await openBrowser(testApp).signIn(reader)).toEqual([200, 200])
  await waitForDelayedLetters()
  const kinds = (await testApp.letters({ to: reader.email })).map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['account-locked', 'new-device']))
})
