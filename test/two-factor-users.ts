import { hash } from '@node-rs/argon2'
import { Secret, TOTP } from 'otpauth'
import { accountApi } from '#contract/accounts/api.ts'
import type { Role } from '#contract/roles.ts'
import { makeUser, type Person } from './factories.ts'
import type { TestApp } from './test-app.ts'

export const memberPassword = 'a quiet room 1914'
const passwordHash = hash(memberPassword, { memoryCost: 1024, timeCost: 1 })

/** Someone with a password and an authenticator, as after a finished registration. */
export interface UserWithTwoFactor extends Person {
  secret: string
}

export async function makeUserWithTwoFactor(
  { context }: TestApp,
  details: Partial<Person> = {},
): Promise<UserWithTwoFactor> {
  const secret = new Secret().base32
  const person = await makeUser(context, { ...details, passwordHash: await passwordHash, totpSecret: secret })
  return { ...person, secret }
}

/** What the authenticator shows at that moment; by default, now. */
export const totpCode = ({ time }: TestApp, secret: string, secondsLater = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.now.getTime() + secondsLater * 1000 })

/** The password, from a browser of their own: answers who now holds a session that waits for the second factor. */
export async function enterPassword(testApp: TestApp, { email }: { email: string }, password = memberPassword) {
  const answer = await testApp.anonymous.call(accountApi.login, { body: { email, password } })
  return { ...answer, caller: testApp.withCookie(answer.cookie) }
}

/** Both factors, the clock moved on so that no code is used twice. */
export async function signInFully(testApp: TestApp, who: Role | UserWithTwoFactor) {
  const member = typeof who === 'string' ? await makeUserWithTwoFactor(testApp, { role: who }) : who
  testApp.time.now = new Date(testApp.time.now.getTime() + 30_000)
  const { caller } = await enterPassword(testApp, member)
  const { cookie } = await caller.call(accountApi.verifyLogin, { body: { token: totpCode(testApp, member.secret) } })
  return { ...testApp.withCookie(cookie), member }
}
