import { setTimeout } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { hashPassword } from '#server/accounts/passwords.ts'
import { makeUser } from '#test/factories.ts'
import type { Bench } from './harness/bench.ts'
import { probeWhile } from './harness/probe-while.ts'
import { startWithContext } from './harness/started-server.ts'

const perSecond = 20
const seconds = 10
const password = 'a quiet room 1914'

/** Lets twenty people a second log in with both factors, and measures how long /healthz takes meanwhile. */
export const bench: Bench = async ({ databaseUrl, figure }) => {
  const server = await startWithContext(databaseUrl)
  try {
    const passwordHash = await hashPassword(password)
    const people: { email: string; totpSecret: string }[] = []
    while (people.length < perSecond * seconds) {
      const totpSecret = new Secret().base32
      people.push({ ...(await makeUser(server.context, { passwordHash, totpSecret })), totpSecret })
    }
    const times = await probeWhile(server.url, async () => {
      const logins = people.map(async (person, index) => {
        await setTimeout((index * 1000) / perSecond)
        await logIn(server.url, person)
      })
      await Promise.all(logins)
    })
    const sorted = times.toSorted((a, b) => a - b)
    figure('logins.healthz_p50_ms', sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)
  } finally {
    await server.stop()
  }
}

async function logIn(url: string, { email, totpSecret }: { email: string; totpSecret: string }) {
  const cookie = await post(`${url}/api/user/login`, { email, password })
  const token = new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate()
  await post(`${url}/api/user/verify-login-2fa`, { token }, cookie)
}

/** Returns the session cookie. */
async function post(url: string, body: object, cookie = ''): Promise<string> {
  const headers = { 'content-type': 'application/json', cookie }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  await answer.text()
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
