import type { FastifyReply } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Actor } from '#server/core/context.ts'
import { AppError } from './errors.ts'
import { onceClosed } from './hold-memory.ts'
import { limitPerPerson } from './limit-per-person.ts'
import { findSession } from './sessions.ts'
import { chooseEncoder, createStreamEvent, type StreamEvent } from './stream-events.ts'

const maxStreams = 6
const heartbeatMs = 25_000
/** A client with this much unread data is gone or too slow; it is disconnected and may reconnect. */
const unreadLimit = 1024 * 1024

export interface EventStream {
  send: (event: object) => void
  /** Runs once, whichever side ended the stream. */
  onClose: (work: () => void) => void
  end: () => void
}

const heartbeat = createStreamEvent(': still here\n\n')
/** The same object is sent to every map of a block. */
const events = new WeakMap<object, StreamEvent>()

function toStreamEvent(event: object): StreamEvent {
  const known = events.get(event) ?? createStreamEvent(`data: ${JSON.stringify(event)}\n\n`)
  events.set(event, known)
  return known
}

/** Takes over the reply for server-sent events until the client disconnects, the session ends or the server stops. */
export function openEventStream(reply: FastifyReply): EventStream {
  const { request, raw, server } = reply
  const encoder = chooseEncoder(request.headers['accept-encoding'])
  reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
  /** The stream may end because the server stops. The proxy must not send a post on its connection then. */
  reply.header('vary', 'accept-encoding').header('connection', 'close').headers(encoder.headers).hijack()
  raw.writeHead(200, reply.getHeaders() as Record<string, string>)
  raw.flushHeaders()
  raw.write(encoder.start())

  const end = () => raw.writableEnded || raw.end(encoder.finish())
  const write = (event: StreamEvent) => {
    if (raw.writableEnded || raw.destroyed) return
    if (raw.writableLength > unreadLimit) raw.destroy()
    else raw.write(encoder.encode(event))
  }
  const heartbeats = setInterval(async () => {
    const session = await findSession(server.services, request, { skipLastSeen: true }).catch(() => undefined)
    if (session?.stage === 'full') write(heartbeat)
    else end()
  }, heartbeatMs)
  server.openStreams.add(end)
  onceClosed(reply, () => {
    clearInterval(heartbeats)
    server.openStreams.delete(end)
  })
  if (server.isClosing) end()
  return {
    send: (event) => write(toStreamEvent(event)),
    onClose: (work) => onceClosed(reply, work),
    end,
  }
}

/** Opens streams of one kind, a few for each person. Browsers close those of hidden tabs. */
export function limitStreams(code: ErrorCode) {
  const start = limitPerPerson(maxStreams, () => new AppError(code, { retryAfter: 30 }))
  return ({ userID }: Actor, reply: FastifyReply): EventStream => {
    const end = start(userID)
    const stream = openEventStream(reply)
    stream.onClose(end)
    return stream
  }
}
