import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text that is sent often: compressed at most once for each content encoding, in a thread of Node's pool. */
export interface EncodedText {
  tag: string
  bodies: Map<string, Promise<Buffer>>
}

const compressions: Record<string, (text: Buffer) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text),
  gzip: (text) => promisify(gzip)(text),
}

export function encodeText(text: string): EncodedText {
  const tag = `W/"${createHash('sha1').update(text).digest('base64url')}"`
  return { tag, bodies: new Map([['identity', Promise.resolve(Buffer.from(text))]]) }
}

/** Sets the headers, and returns what to send: nothing if the client already has this version. */
export async function bodyFor(request: FastifyRequest, reply: FastifyReply, text: EncodedText): Promise<Buffer | ''> {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  /** Browsers ask for the page each time, or it could refer to assets that are gone. */
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', text.tag)
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(text.tag)) {
    reply.code(304)
    return ''
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return bodyIn(text, encoding)
}

async function bodyIn({ bodies }: EncodedText, encoding: string): Promise<Buffer> {
  const plain = await bodies.get('identity')
  const body = bodies.get(encoding) ?? compressions[encoding]?.(plain ?? Buffer.alloc(0))
  if (!body) throw new Error(`${encoding} is not a known encoding`)
  bodies.set(encoding, body)
  return body
}

const chooseEncoding = (accepted = '') => ['br', 'gzip'].find((name) => accepted.includes(name)) ?? 'identity'

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
