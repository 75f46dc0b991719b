import { mkdir } from 'node:fs/promises'
import { type APIRequestContext, request } from '@playwright/test'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { TOTP } from 'otpauth'
import { type DemoAccount, demoPassword } from '#contract/accounts/demo-accounts.ts'
import { demoPeople } from '#server/seed/demo-people.ts'

const folder = 'test-results/people'

/** The file with the sessions of a demo account, for `test.use({ storageState: sessionOf('staff') })`. */
export const sessionOf = (username: DemoAccount) => `${folder}/${username}.json`

/**
 * For `test.use` in a file on the embedded engine: one for each kind of use, such as signing up, a booking with its papers, a live map, a search.
 * All others use the same demo on PostgreSQL, which answers a call in a quarter of the processor time.
 */
export const onEmbeddedEngine = { baseURL: process.env.E2E_EMBEDDED_URL ?? '' }

/** A code works only once, so each account signs in once per run at each server. Tests that end a session create their own user. */
export async function signInDemoAccounts(servers: string[]) {
  await mkdir(folder, { recursive: true })
  const sessions = demoPeople.map(async ({ username, email, totp }) => {
    const visitor = await request.newContext()
    for (const url of servers) await signIn(visitor, email, demoPassword, totp, url)
    await visitor.storageState({ path: sessionOf(username) })
    await visitor.dispose()
  })
  await Promise.all(sessions)
}

/** `server` is the address, unless the visitor has it as `baseURL`. */
export async function signIn(visitor: APIRequestContext, email: string, password: string, totp: string, server = '') {
  const recaptchaToken = await solvePuzzle(visitor, server)
  await post(visitor, `${server}/api/user/login`, { email, password, recaptchaToken })
  await post(visitor, `${server}/api/user/verify-login-2fa`, { token: new TOTP({ secret: totp }).generate() })
}

/** Solves the bot check, as the page's worker does before a login or a registration is sent. */
export async function solvePuzzle(visitor: APIRequestContext, server = ''): Promise<string> {
  const challenge = await (await visitor.get(`${server}/api/bot-check/challenge`)).json()
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

export async function post(visitor: APIRequestContext, path: string, data: object): Promise<unknown> {
  const answer = await visitor.post(path, { data })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}
