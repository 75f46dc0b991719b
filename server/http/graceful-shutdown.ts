import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './serve.ts'
import { stopListening } from './stop-listening.ts'

/**
 * The time is twice as long as the proxy keeps an idle connection (`keepalive_timeout` in deploy/nginx): so the proxy closes it,
 * also on a busy machine. If the server closed it while the proxy sends a post, the proxy could not know whether the post was carried out.
 */
export const drainMs = 6000
const lookEveryMs = 50

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Refuses new connections, and answers on those that are open until the proxy has closed them. Without a proxy, until each has had an
     * answer, because browsers keep connections for as long as they like.
     */
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
  app.addHook('onSend', async ({ raw }, reply) => {
    /** A client that is still sending might be reset before it has read the answer. */
    if (app.isClosing && raw.complete) reply.header('connection', 'close')
  })

  const open = new Set<Socket>()
  const unanswered = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    unanswered.add(socket)
    socket.once('close', () => open.delete(socket) && unanswered.delete(socket))
  })
  app.addHook('onResponse', async ({ raw }) => void unanswered.delete(raw.socket))
  const awaited = app.services.config.trustProxy === false ? unanswered : open
  app.decorate('drain', async (limitMs = drainMs) => {
    beginClosing()
    await stopListening(app.server)
    const end = performance.now() + limitMs
    while (performance.now() < end && awaited.size > 0) await sleep(lookEveryMs)
  })
}
