import { lookup } from 'node:dns/promises'
import type { Config } from '#server/core/config.ts'
import { errorCodeOf } from '#server/core/error-code.ts'
import { StartError } from '#server/core/start-error.ts'
import type { App } from '#server/http/serve.ts'

/** Listens on one address, also for `localhost`, for which Fastify would open a second listener that does not drain. */
export async function listen(app: App, { host, port }: Config) {
  try {
    await app.listen({ host: (await lookup(host)).address, port })
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is already in use. Stop what uses it, or set PORT to another.`)
    if (code === 'EACCES')
      throw new StartError(`This account is not allowed to use port ${port}. Set PORT to a number above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`This machine has no address ${host} (HOST).`)
    throw error
  }
}

/** The public URL, with the real port if PORT is 0 and the system has chosen one. */
export function serverUrl(app: App, { port, publicUrl }: Config): string {
  const address = app.server.address()
  return port === 0 && address && typeof address === 'object' ? publicUrl.replace(/:0$/, `:${address.port}`) : publicUrl
}
