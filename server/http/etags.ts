import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface SerialisedBody {
  json: string
  tag: string
}

/** Replies that several calls share are serialised once. */
const serialisedBodies = new WeakMap<object, SerialisedBody>()

/** Sends the reply with an ETag, or 304 if the client already has this version. */
export function sendWithEtag(request: FastifyRequest, reply: FastifyReply, answer: object, maxAge?: number) {
  const { json, tag } = serialisedBodies.get(answer) ?? serialise(reply, answer)
  reply.header('etag', tag).header('cache-control', maxAge ? `public, max-age=${maxAge}` : 'private, no-cache')
  const known = request.headers['if-none-match']?.split(',').map((each) => each.trim())
  if (known?.includes(tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}

function serialise(reply: FastifyReply, answer: object): SerialisedBody {
  const json = String(reply.serialize(answer))
  const serialised = { json, tag: `W/"${createHash('sha1').update(json).digest('base64url')}"` }
  serialisedBodies.set(answer, serialised)
  return serialised
}
