import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends the body with a tag of its content, or 304 to someone who has it already. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, json: string) {
  const tag = `W/"${createHash('sha1').update(json).digest('base64url')}"`
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  const known = request.headers['if-none-match']?.split(',').map((each) => each.trim())
  if (known?.includes(tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}
