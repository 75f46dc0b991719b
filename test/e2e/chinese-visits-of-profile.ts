import { randomInt, randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { passkeyApi } from '#contract/accounts/passkey-api.ts'
import { closingRequests, passkeys, users } from '#server/database/schema.ts'
import { makeBooking } from '#test/booking-factory.ts'
import type { Person } from '#test/factories.ts'
import { startSessionOf } from '#test/sign-in-without-password.ts'
import { makeUserWithTwoFactor, memberPassword } from '#test/two-factor-users.ts'
import type { Visit } from './chinese-visits.ts'
import type { OwnServer } from './own-server.ts'
import { signIn } from './own-server-test.ts'

/** The buttons of a card, in the order of the page. */
const cards = { details: 0, signingIn: 1, passkeys: 2, sessions: 3, data: 4 }
const button = (page: Page, card: keyof typeof cards, at = 0) =>
  page.locator('main section').nth(cards[card]).locator('button').nth(at)

const open =
  (card: keyof typeof cards, at = 0) =>
  async (page: Page) => {
    await button(page, card, at).click()
    await page.locator('dialog button').last().waitFor()
  }

/** The address of somebody who is made here, the browser of the test, the address of its server, and a format. */
export const namesOfProfile = ['@test.', 'example', '1 Test Street', 'Chrome', 'Linux', 'http://localhost', 'ZIP']

const send = (page: Page) => page.locator('dialog button[type=submit]').click()
const invalid = (page: Page, count: number) => expect(page.locator('dialog [aria-invalid]')).toHaveCount(count)

/** What families read about their own account, with its dialogs. */
export const visitsOfProfile: Visit[] = [
  { name: 'profile', path: '/profile', prepare: prepareAccount, visit: waitForCards },
  { name: 'profile edited', path: '/profile', prepare, visit: editWrongly },
  { name: 'new password', path: '/profile', prepare, visit: changePasswordWrongly },
  { name: 'new recovery codes', path: '/profile', prepare, visit: makeRecoveryCodes },
  { name: 'new passkey', path: '/profile', prepare: preparePasskeys, visit: open('passkeys', 2) },
  { name: 'renamed passkey', path: '/profile', prepare: preparePasskeys, visit: renameWrongly },
  { name: 'removed passkey', path: '/profile', prepare: preparePasskeys, visit: open('passkeys', 1) },
  { name: 'own data', path: '/profile', prepare, visit: open('data', 0) },
  { name: 'closing', path: '/profile', prepare: prepareClosing, visit: askToClose },
]

async function signInMember(server: OwnServer, page: Page, details: { emailConfirmed?: boolean } = {}) {
  const digits = String(randomInt(10 ** 12))
  const member = await makeUserWithTwoFactor(server, { ...details, email: `${digits}@test.example` })
  await server.context.db.update(users).set({ username: digits }).where(eq(users.userID, member.userID))
  secret = member.secret
  await signIn(page, server, member)
  return member
}
let secret = ''

async function prepare(server: OwnServer, page: Page) {
  await signInMember(server, page)
  return ''
}

/** An address that is not confirmed, a passkey, two sessions, and a request to close the account that staff have refused. */
async function prepareAccount(server: OwnServer, page: Page) {
  const member = await signInMember(server, page, { emailConfirmed: false })
  await addPasskey(server, member)
  await startSessionOf(server.app, member.userID)
  const now = server.context.clock()
  const request = { userID: member.userID, requestedAt: now, refusedAt: now, refusalReason: 'Blurred' }
  await server.context.db.insert(closingRequests).values(request)
  return ''
}

/** Passkeys work only at the address of the house, which the server of a test does not have. */
async function preparePasskeys(server: OwnServer, page: Page) {
  await addPasskey(server, await signInMember(server, page))
  await page.route(`**${passkeyApi.list.path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), origin: server.url } })
  })
  return ''
}

async function prepareClosing(server: OwnServer, page: Page) {
  await makeBooking(server.context, await signInMember(server, page))
  return ''
}

const addPasskey = ({ context }: OwnServer, { userID }: Person) =>
  context.db.insert(passkeys).values({
    ...{ userID, passkeyID: randomUUID(), credentialID: userID, publicKey: 'key', counter: 1, transports: [] },
    ...{ name: 'Tan Mei Ling', addedAt: context.clock() },
  })

async function waitForCards(page: Page) {
  await expect(page.locator('main section li')).toHaveCount(3)
  await button(page, 'details').click()
  await page.locator('[role=alert], [role=status]').last().waitFor()
}

async function editWrongly(page: Page) {
  await open('details')(page)
  for (const field of await page.locator('dialog :is(input, textarea)').all()) await field.fill('')
  await send(page)
  await invalid(page, 5)
}

async function changePasswordWrongly(page: Page) {
  await open('signingIn')(page)
  await page.locator('dialog [name=newPassword]').fill('x')
  await send(page)
  await invalid(page, 2)
  await page.locator('dialog [name=oldPassword]').fill('not the one')
  for (const name of ['newPassword', 'confirmPassword'])
    await page.locator(`dialog [name=${name}]`).fill('quiet rooms 77')
  await send(page)
  await page.locator('dialog [role=alert]:not(:empty)').first().waitFor()
}

async function makeRecoveryCodes(page: Page) {
  await open('signingIn', 1)(page)
  await page.locator('dialog button').nth(1).click()
  await page.locator('dialog form input').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await send(page)
  await page.locator('dialog ul code').first().waitFor()
}

async function renameWrongly(page: Page) {
  await open('passkeys')(page)
  await page.locator('dialog input').fill('')
  await send(page)
  await invalid(page, 1)
}

async function askToClose(page: Page) {
  await open('data', 1)(page)
  await send(page)
  await page.locator('dialog input[type=password]').fill(memberPassword)
  await page.locator('dialog:has(input[type=password]) button[type=submit]').click()
  await expect(page.locator('dialog')).toHaveCount(0)
}
