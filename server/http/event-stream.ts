import type { FastifyReply } from 'fastify'
import { findSession } from './sessions.ts'

const heartbeatMs = 25_000
/** A client with this much unread data is gone or too slow; it is disconnected and may reconnect. */
const unreadLimit = 1024 * 1024

export interface EventStream {
  send: (event: unknown) => void
  /** Runs once, whichever side ended the stream. */
  onClose: (work: () => void) => void
  end: () => void
}

/** Takes over the reply for server-sent events until the client disconnects, the session ends or the server stops. */
export function openEventStream(reply: FastifyReply): EventStream {
  const { request, raw, server } = reply
  reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
  reply.hijack()
  raw.writeHead(200, reply.getHeaders() as Record<string, string>)
  raw.flushHeaders()

  const end = () => raw.end()
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return
    if (raw.writableLength > unreadLimit) raw.destroy()
    else raw.write(text)
  }
  const heartbeat = setInterval(async () => {
    const session = await findSession(server.services, request, { quietly: true }).catch(() => undefined)
    if (session?.stage === 'full') write(': still here\n\n')
    else end()
  }, heartbeatMs)
  server.openStreams.add(end)
  onceClosed(raw, () => {
    clearInterval(heartbeat)
    server.openStreams.delete(end)
  })
  return {
    send: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
    onClose: (work) => onceClosed(raw, work),
    end,
  }
}

/** If the client has already disconnected, `close` will not fire again. */
function onceClosed(raw: FastifyReply['raw'], work: () => void) {
  if (raw.destroyed) work()
  else raw.once('close', work)
}
