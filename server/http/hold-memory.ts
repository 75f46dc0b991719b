import type { FastifyReply } from 'fastify'
import type { Services } from '#server/core/context.ts'

/** A client that takes nothing of a large reply for this long is disconnected, so that it does not hold the memory. */
const stalledReplyMs = 30_000

export const holdMemoryFor =
  ({ memory }: Services, reply: FastifyReply) =>
  async (bytes: number) => {
    onceClosed(reply, await memory.forReply(bytes))
    /** The connections of `app.inject` have no timeouts. */
    reply.raw.socket?.setTimeout?.(stalledReplyMs)
  }

/** If the client has already disconnected, `close` will not fire again. */
export function onceClosed({ raw }: FastifyReply, work: () => void) {
  if (raw.destroyed) work()
  else raw.once('close', work)
}
