import { mkdir } from 'node:fs/promises'
import { type APIRequestContext, request } from '@playwright/test'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { TOTP } from 'otpauth'
import { type DemoAccount, demoPassword } from '#contract/accounts/demo-accounts.ts'
import { demoPeople } from '#server/seed/demo-people.ts'

const folder = 'test-results/people'

/** The file with the session of a demo account, for `test.use({ storageState: sessionOf('staff') })`. */
export const sessionOf = (username: DemoAccount) => `${folder}/${username}.json`

/** A code works only once, so each account signs in once per run. Tests that end a session create their own user. */
export async function signInDemoAccounts(baseURL: string) {
  await mkdir(folder, { recursive: true })
  const sessions = demoPeople.map(async ({ username, email, totp }) => {
    const visitor = await request.newContext({ baseURL })
    await signIn(visitor, email, demoPassword, totp)
    await visitor.storageState({ path: sessionOf(username) })
    await visitor.dispose()
  })
  await Promise.all(sessions)
}

export async function signIn(visitor: APIRequestContext, email: string, password: string, totp: string) {
  const recaptchaToken = await solvePuzzle(visitor)
  await post(visitor, '/api/user/login', { email, password, recaptchaToken })
  await post(visitor, '/api/user/verify-login-2fa', { token: new TOTP({ secret: totp }).generate() })
}

/** Solves the bot check, as the page's worker does before a login or a registration is sent. */
export async function solvePuzzle(visitor: APIRequestContext): Promise<string> {
  const challenge = await (await visitor.get('/api/bot-check/challenge')).json()
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

export async function post(visitor: APIRequestContext, path: string, data: object): Promise<unknown> {
  const answer = await visitor.post(path, { data })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}
