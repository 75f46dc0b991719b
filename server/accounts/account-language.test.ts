import cookie from '@fastify/cookie'
import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { accountApi } from '#contract/accounts/api.ts'
import { languageCookie } from '#contract/words/languages.ts'
import { users } from '#server/database/schema.ts'
import type { App } from '#server/http/serve.ts'
import { registrationForm } from '#test/registration-form.ts'
import { prepareTestApp } from '#test/test-app.ts'
import { enterPassword, makeUserWithTwoFactor, totpCode, type UserWithTwoFactor } from '#test/two-factor-users.ts'
import { keepChosenLanguages } from './account-language.ts'

const testApp = prepareTestApp()

const languageOf = async ({ userID }: { userID: string }) => {
  const { db } = testApp.context
  const [row] = await db.select({ language: users.language }).from(users).where(eq(users.userID, userID))
  return row?.language
}

const open = (url: string, sent = '') => testApp.app.inject({ url, headers: { accept: 'text/html', cookie: sent } })

/** Signs in with both factors, in a browser that may remember a language. Returns the cookies that the reply sets. */
async function signIn(member: UserWithTwoFactor, remembered = '') {
  testApp.advanceTime(30_000)
  const { caller } = await enterPassword(testApp, member)
  const { headers, status } = await testApp
    .withCookie(`${caller.cookie}${remembered}`)
    .call(accountApi.verifyLogin, { body: { token: totpCode(testApp, member.secret) } })
  expect(status).toBe(200)
  return [headers['set-cookie'] ?? []].flat().map(String)
}

test('a language that a signed-in reader chooses is kept for the account, and comes back at a sign-in elsewhere', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  const reader = await testApp.signIn(member)
  await open('/about?lang=zh-Hans', reader.cookie)
  expect(await languageOf(member)).toBe('zh-Hans')
  const cookies = await signIn(member)
  expect(cookies.find((each) => each.startsWith('columba_language'))).toMatch(
    /^columba_language=zh-Hans; Max-Age=31536000; Path=\/;/,
  )
  expect(cookies[0]).toMatch(/^columba_session=/)
})

test('an account without a language takes that of the browser in which it signs in', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  await signIn(member, '; columba_language=zh-Hans')
  expect(await languageOf(member)).toBe('zh-Hans')
})

test('a new account takes the language of the browser in which it registers', async () => {
  const form = registrationForm(7_310_001)
  const { status } = await testApp.withCookie(`${languageCookie}=zh-Hans`).call(accountApi.register, { body: form })
  expect(status).toBe(200)
  const [row] = await testApp.context.db.select().from(users).where(eq(users.email, form.email))
  expect(row?.language).toBe('zh-Hans')
})

test('a sign-in brings the language of the account to a browser that remembers another', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  await open('/about?lang=zh-Hans', (await testApp.signIn(member)).cookie)
  const cookies = await signIn(member, '; columba_language=en')
  expect(cookies.join()).toContain('columba_language=zh-Hans')
  expect(await languageOf(member)).toBe('zh-Hans')
})

test('nobody has chosen a language: a sign-in sets none', async () => {
  const member = await makeUserWithTwoFactor(testApp)
  expect((await signIn(member, '; columba_language=tlh')).join()).not.toContain('columba_language')
  expect(await languageOf(member)).toBeNull()
})

test.each([
  ['before the second factor', '/about?lang=zh-Hans', 'password'],
  ['in an unknown language', '/about?lang=tlh', 'full'],
  ['in the address of a call', '/api/house?lang=zh-Hans', 'full'],
] as const)('a choice %s changes no account', async (_, url, stage) => {
  const { person, cookie: session } = await testApp.signIn('user', stage)
  await open(url, session)
  expect(await languageOf(person)).toBeNull()
})

test('a page is sent although the choice cannot be kept', async () => {
  const app = Fastify()
  await app.register(cookie)
  app.decorate('services', {} as App['services'])
  keepChosenLanguages(app as unknown as App)
  app.get('/about', () => 'the page')
  const answer = await app.inject({ url: '/about?lang=zh-Hans', headers: { accept: 'text/html' } })
  expect([answer.statusCode, answer.body]).toEqual([200, 'the page'])
})
