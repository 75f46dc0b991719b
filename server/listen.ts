import type { Config } from './config.ts'
import { errorCodeOf } from './error-code.ts'
import type { App } from './http/serve.ts'
import { StartError } from './start-error.ts'

export async function listen(app: App, { host, port }: Config) {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is already in use. Stop what uses it, or set PORT to another.`)
    if (code === 'EACCES')
      throw new StartError(`Port ${port} may not be used by this account. Set PORT to one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`This machine has no address ${host} (HOST).`)
    throw error
  }
}

/** Where people find it; with port 0 the system has chosen one. */
export function serverUrl(app: App, { port, publicUrl }: Config): string {
  const address = app.server.address()
  return port === 0 && address && typeof address === 'object' ? publicUrl.replace(/:0$/, `:${address.port}`) : publicUrl
}
