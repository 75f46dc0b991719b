import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Actor } from '#server/core/context.ts'
import { AppError } from './errors.ts'
import { onceClosed } from './reserve-memory.ts'
import { findSession } from './sessions.ts'
import { limitPerPerson } from './slots.ts'

/** What a stream sends at once, as bytes. It is compressed at most once, however many streams send it. */
interface StreamEvent {
  plain: Buffer
  compressed: () => Buffer
}

function createStreamEvent(text: string): StreamEvent {
  const plain = Buffer.from(text)
  let compressed: Buffer | undefined
  return { plain, compressed: () => (compressed ??= deflateRawSync(plain, wholeBytes)) }
}

const wholeBytes = { finishFlush: constants.Z_SYNC_FLUSH, level: 3 }

/** A reply of many events, encoded for one client. */
interface StreamEncoder {
  headers: Record<string, string>
  start: () => Buffer
  encode: (event: StreamEvent) => Buffer
  finish: () => Buffer
}

const chooseEncoder = (acceptEncoding = ''): StreamEncoder =>
  acceptEncoding.includes('gzip') ? gzipEncoder() : plainEncoder

const nothing = Buffer.alloc(0)

const plainEncoder: StreamEncoder = {
  headers: {},
  start: () => nothing,
  encode: ({ plain }) => plain,
  finish: () => nothing,
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
const emptyLastBlock = [3, 0]

/** Joins events that were compressed separately, because a compressor for each of thousands of streams would take too much memory. */
function gzipEncoder(): StreamEncoder {
  let checksum = 0
  let length = 0
  return {
    headers: { 'content-encoding': 'gzip' },
    start: () => gzipHeader,
    encode: (event) => {
      checksum = crc32(event.plain, checksum)
      length += event.plain.length
      return event.compressed()
    },
    finish: () => {
      const end = Buffer.from([...emptyLastBlock, 0, 0, 0, 0, 0, 0, 0, 0])
      end.writeUInt32LE(checksum, 2)
      end.writeUInt32LE(length % 2 ** 32, 6)
      return end
    },
  }
}

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
