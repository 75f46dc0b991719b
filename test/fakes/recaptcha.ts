import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const recaptchaKeys = { siteKey: 'site-key', secret: 'recaptcha-secret' }

/** A local fake of Google's `siteverify`: the token is the reply in JSON, and works only once. */
export async function startRecaptcha() {
  const usedTokens = new Set<string>()
  let isHanging = false

  const server = createServer(async (request, response) => {
    if (isHanging) return
    let body = ''
    for await (const part of request) body += part
    const params = new URLSearchParams(body)
    const token = params.get('response') ?? ''
    const answer = (fields: Record<string, unknown>) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(fields))
    if (token === 'break') return void response.writeHead(500).end('broken')
    if (request.method !== 'POST' || params.get('secret') !== recaptchaKeys.secret) {
      return void answer({ success: false, 'error-codes': ['invalid-input-secret'] })
    }
    if (usedTokens.has(token)) return void answer({ success: false, 'error-codes': ['timeout-or-duplicate'] })
    usedTokens.add(token)
    answer(
      token.startsWith('{')
        ? { success: true, ...JSON.parse(token) }
        : { success: false, 'error-codes': ['invalid-input-response'] },
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo

  return {
    settings: { ...recaptchaKeys, verifyUrl: new URL(`http://127.0.0.1:${port}/recaptcha/api/siteverify`) },
    stopAnswering: () => {
      isHanging = true
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
