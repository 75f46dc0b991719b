import { Server } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { App } from './serve.ts'

/**
 * Longer than the proxy keeps an idle connection (`keepalive_timeout` in deploy/nginx): so it is the proxy that closes it. If the server
 * closed it while the proxy sends a post, the proxy could not know whether the post was carried out.
 */
export const drainMs = 4000
const lookEveryMs = 50

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses new connections, and answers on those that are open until the proxy has closed them. */
    drain: (limitMs?: number) => Promise<void>
  }
}

/** On shutdown, closes all streams and tells clients not to reuse their connection. */
export function closeGracefully(app: App) {
  let isClosing = false
  const beginClosing = () => {
    isClosing = true
    for (const end of app.openStreams) end()
  }
  app.addHook('preClose', async () => beginClosing())
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  app.decorate('drain', async (limitMs = drainMs) => {
    beginClosing()
    /** After the connections that have arrived by now were accepted. */
    await setImmediate()
    /** `close` of an HTTP server would also close idle connections. */
    Server.prototype.close.call(app.server)
    const end = performance.now() + limitMs
    while (performance.now() < end && (await countConnections(app)) > 0) await sleep(lookEveryMs)
  })
}

const countConnections = (app: App) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
