import { hash } from '@node-rs/argon2'
import { Secret, TOTP } from 'otpauth'
import { accountApi } from '#contract/accounts/api.ts'
import type { Role } from '#contract/roles.ts'
import { makeUser, type Person } from './factories.ts'
import type { TestApp } from './test-app.ts'

export const memberPassword = 'a quiet room 1914'
const passwordHash = hash(memberPassword, { memoryCost: 1024, timeCost: 1 })

/** A user with a password and an authenticator, as after a finished registration. */
export interface UserWithTwoFactor extends Person {
  secret: string
}

export async function makeUserWithTwoFactor(
  { context }: Pick<TestApp, 'context'>,
  details: Parameters<typeof makeUser>[1] = {},
): Promise<UserWithTwoFactor> {
  const secret = new Secret().base32
  const person = await makeUser(context, { ...details, passwordHash: await passwordHash, totpSecret: secret })
  return { ...person, secret }
}

/** The code that the authenticator shows, now or some seconds later. */
export const totpCode = ({ time }: TestApp, secret: string, secondsLater = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.now.getTime() + secondsLater * 1000 })

/** One that is not valid now, nor 30 seconds before or after. */
export function wrongCode(testApp: TestApp, secret: string): string {
  const valid = [-30, 0, 30].map((secondsLater) => totpCode(testApp, secret, secondsLater))
  return ['000000', '111111', '222222', '333333'].find((code) => !valid.includes(code)) ?? ''
}

/** Sends the password from a new browser; `caller` has the session that waits for the second factor. */
export async function enterPassword(testApp: TestApp, { email }: { email: string }, password = memberPassword) {
  const answer = await testApp.anonymous.call(accountApi.login, { body: { email, password } })
  return { ...answer, caller: testApp.withCookie(answer.cookie) }
}

/** Signs in with both factors. Moves the clock on first, because a code works only once. */
export async function signInFully(testApp: TestApp, who: Role | UserWithTwoFactor) {
  const member = typeof who === 'string' ? await makeUserWithTwoFactor(testApp, { role: who }) : who
  testApp.advanceTime(30_000)
  const { caller } = await enterPassword(testApp, member)
  const { cookie } = await caller.call(accountApi.verifyLogin, { body: { token: totpCode(testApp, member.secret) } })
  return { ...testApp.withCookie(cookie), member }
}
