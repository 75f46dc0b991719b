import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { houseMarker } from '#contract/house/house-texts.ts'

/** What the server writes into the markers of a page. The same object as long as nothing has changed. */
export type PageTexts = Readonly<Record<string, string>>

interface FilledPage {
  tag: string
  bodies: Map<string, Promise<Buffer>>
}

const compressions: Record<string, (html: Buffer) => Promise<Buffer>> = {
  br: (html) => promisify(brotliCompress)(html),
  gzip: (html) => promisify(gzip)(html),
  identity: async (html) => html,
}

/** Sends the pages of a folder with their markers filled in. Each is filled and compressed once for the same texts. */
export function createPageSender(folder: string, readTexts: () => Promise<PageTexts>) {
  const filled = new WeakMap<PageTexts, Map<string, FilledPage>>()

  const findPage = (texts: PageTexts, file: string): FilledPage => {
    const pages = filled.get(texts) ?? new Map<string, FilledPage>()
    filled.set(texts, pages)
    const page = pages.get(file) ?? fill(readFileSync(join(folder, file), 'utf8'), texts)
    pages.set(file, page)
    return page
  }

  return async (request: FastifyRequest, reply: FastifyReply, file: string) => {
    const page = findPage(await readTexts(), existsSync(join(folder, file)) ? file : 'index.html')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    reply
      .type('text/html; charset=utf-8')
      /** Revalidated each time, or a page refers to assets that are gone. */
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .header('etag', page.tag)
    if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(page.tag)) return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    const body = await bodyOf(page, encoding)
    /** Fastify leaves out the body of a HEAD only for known routes. */
    return reply.send(request.is404 && request.method === 'HEAD' ? '' : body)
  }
}

function fill(html: string, texts: PageTexts): FilledPage {
  let text = html
  for (const [name, value] of Object.entries(texts)) {
    const marker = houseMarker(name)
    /** JSON replaces the quotation marks too, which make the page valid before it is filled in. */
    if (name === 'json') text = text.replaceAll(`"${marker}"`, () => escapeJSON(value))
    else text = text.replaceAll(marker, () => escapeHTML(value))
  }
  const tag = `W/"${createHash('sha1').update(text).digest('base64url')}"`
  return { tag, bodies: new Map([['identity', Promise.resolve(Buffer.from(text))]]) }
}

async function bodyOf({ bodies }: FilledPage, encoding: string): Promise<Buffer> {
  const html = await bodies.get('identity')
  const body = bodies.get(encoding) ?? compressions[encoding]?.(html ?? Buffer.alloc(0))
  if (!body) throw new Error(`${encoding} is not a known encoding`)
  bodies.set(encoding, body)
  return body
}

const chooseEncoding = (accepted = '') => ['br', 'gzip'].find((name) => accepted.includes(name)) ?? 'identity'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
const escapeHTML = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** For a script element: nothing in it can end the element. */
const escapeJSON = (text: string) => text.replaceAll('<', '\\u003c')
