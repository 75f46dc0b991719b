import type { FastifyReply } from 'fastify'
import type { Services } from '#server/core/context.ts'
import { AppError } from './errors.ts'

/** A client that takes nothing of a large reply for this long is disconnected, so that it does not hold the memory. */
const stalledReplyMs = 30_000

export const reserveMemoryFor =
  ({ memory }: Services, reply: FastifyReply) =>
  async (bytes: number) => {
    onceClosed(reply, await memory.forReply(bytes))
    /** The connections of `app.inject` have no timeouts. */
    reply.raw.socket?.setTimeout?.(stalledReplyMs)
  }

/** Aborts when the client has left; the reason is an error that nobody reads. */
export function leavingOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  onceClosed(reply, () => leaving.abort(new AppError('CLIENT_LEFT')))
  return leaving.signal
}

/** If the client has already disconnected, `close` will not fire again. */
export function onceClosed({ raw }: FastifyReply, work: () => void) {
  if (raw.destroyed) work()
  else raw.once('close', work)
}
