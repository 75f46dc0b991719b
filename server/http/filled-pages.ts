import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { houseMarker } from '#contract/house/house-texts.ts'
import { bodyFor, type EncodedText, encodeText } from './encoded-text.ts'

/** What the server writes into the markers of a page. The same object as long as nothing has changed. */
export type PageTexts = Readonly<Record<string, string>>

/** Sends the pages of a folder with their markers filled in. Each is filled and compressed once for the same texts. */
export function createPageSender(folder: string, readTexts: () => Promise<PageTexts>) {
  const filled = new WeakMap<PageTexts, Map<string, EncodedText>>()

  const findPage = (texts: PageTexts, file: string): EncodedText => {
    const pages = filled.get(texts) ?? new Map<string, EncodedText>()
    filled.set(texts, pages)
    const page = pages.get(file) ?? fill(readFileSync(join(folder, file), 'utf8'), texts)
    pages.set(file, page)
    return page
  }

  return async (request: FastifyRequest, reply: FastifyReply, file: string) => {
    const page = findPage(await readTexts(), existsSync(join(folder, file)) ? file : 'index.html')
    reply.type('text/html; charset=utf-8')
    const body = await bodyFor(request, reply, page)
    /** Fastify leaves out the body of a HEAD only for known routes. */
    return reply.send(request.is404 && request.method === 'HEAD' ? '' : body)
  }
}

function fill(html: string, texts: PageTexts): EncodedText {
  let text = html
  for (const [name, value] of Object.entries(texts)) {
    const marker = houseMarker(name)
    /** JSON replaces the quotation marks too, which make the page valid before it is filled in. */
    if (name === 'json') text = text.replaceAll(`"${marker}"`, () => escapeJSON(value))
    else text = text.replaceAll(marker, () => escapeHTML(value))
  }
  return encodeText(text)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
const escapeHTML = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** For a script element: nothing in it can end the element. */
const escapeJSON = (text: string) => text.replaceAll('<', '\\u003c')
