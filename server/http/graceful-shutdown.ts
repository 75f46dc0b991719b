import { Server } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { App } from './serve.ts'

/**
 * Longer than the proxy keeps an idle connection (`keepalive_timeout` in deploy/nginx): so it is the proxy that closes it. If the server
 * closed it while the proxy sends a post, the proxy could not know whether the post was carried out.
 */
export const drainMs = 4000
const lookEveryMs = 50
/** A server that is so busy that a connection arrives in each turn of its event loop refuses new ones after this time. */
const acceptMs = 1000
/** A turn this short leaves hardly any time for a connection to arrive. */
const briefMs = 0.2

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses new connections, and answers on those that are open until the proxy has closed them. */
    drain: (limitMs?: number) => Promise<void>
  }
}

/** On shutdown, closes all streams and tells clients not to reuse their connection. */
export function closeGracefully(app: App) {
  const beginClosing = () => {
    app.isClosing = true
    for (const end of app.openStreams) end()
  }
  app.addHook('preClose', async () => beginClosing())
  app.addHook('onSend', async (_request, reply) => {
    if (app.isClosing) reply.header('connection', 'close')
  })
  app.decorate('drain', async (limitMs = drainMs) => {
    beginClosing()
    await acceptWaiting(app.server)
    /** `close` of an HTTP server would also close idle connections. */
    Server.prototype.close.call(app.server)
    const end = performance.now() + limitMs
    while (performance.now() < end && (await countConnections(app)) > 0) await sleep(lookEveryMs)
  })
}

/**
 * The kernel resets connections that the server has not accepted when it refuses new ones, and a post may have been sent on them. One is
 * accepted in each turn of the event loop, so none waits after a brief turn in which none arrived.
 */
async function acceptWaiting(server: Server) {
  let arrived = 0
  const count = () => void arrived++
  server.on('connection', count)
  const end = performance.now() + acceptMs
  for (let noneWaits = false; !noneWaits && performance.now() < end; ) {
    const [start, before] = [performance.now(), arrived]
    await setImmediate()
    noneWaits = arrived === before && performance.now() - start < briefMs
  }
  server.off('connection', count)
}

const countConnections = (app: App) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
