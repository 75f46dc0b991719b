import { accountApi } from '#contract/accounts/api.ts'
import type { Endpoint, ReplyData } from '#contract/endpoint.ts'
import type { TestApp } from './test-app.ts'
import { memberPassword, totpCode, type UserWithTwoFactor } from './two-factor-users.ts'

interface BrowserOptions {
  userAgent?: string
  address?: string
}

export type TestBrowser = ReturnType<typeof openBrowser>

/** A browser that keeps its cookies, with a user agent and an address of its own. */
export function openBrowser(
  testApp: TestApp,
  { userAgent = 'Firefox/145.0', address = '127.0.0.1' }: BrowserOptions = {},
) {
  const cookies = new Map<string, string>()

  const call = async <E extends Endpoint>({ method, path }: E, body?: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await testApp.app.inject({
      method,
      url: path,
      headers: { cookie, 'user-agent': userAgent },
      remoteAddress: address,
      ...(body && { payload: body }),
    })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    return { status: answer.statusCode, body: answer.json() as ReplyData<E> }
  }
  const logIn = async ({ email }: { email: string }, password = memberPassword) =>
    (await call(accountApi.login, { email, password })).status

  /** Enters both factors. Moves the clock on first, because a code works only once. */
  const signIn = async (member: UserWithTwoFactor) => {
    testApp.advanceTime(30_000)
    const passwordStatus = await logIn(member)
    const { status } = await call(accountApi.verifyLogin, { token: totpCode(testApp, member.secret) })
    return [passwordStatus, status]
  }
  const isSignedIn = async () => (await call(accountApi.me)).status === 200
  return { cookies, call, logIn, signIn, isSignedIn }
}
