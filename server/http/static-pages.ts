import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { houseMarker } from '#contract/house/house-texts.ts'
import { inChinese, languagesOf, type Page, pages } from '#contract/pages.ts'
import {
  chooseLanguage,
  fileIn,
  isLanguage,
  type Language,
  languageCookie,
  languageOfPage,
  languageParameter,
} from '#contract/words/languages.ts'
import type { Config } from '#server/core/config.ts'
import { root } from '#server/core/project-root.ts'
import { languageLifetimeSeconds } from './cookies.ts'
import { bodyFor, type EncodedText, encodeText } from './encoded-text.ts'
import { AppError, replyWithAppError, replyWithError } from './errors.ts'
import { isPageRequest, isRead, pathnameOf } from './page-requests.ts'
import type { App } from './serve.ts'

const built = join(root, 'dist/web')

/** The file for all pages that are not prerendered. */
const shell = 'index.html'

const pageList: readonly Page[] = Object.values(pages)

/** Serves the built web app: files by name, for every page its prerendered file or `index.html`, and 404 for anything else. */
export async function servePages(app: App, mode: Config['mode'], readTexts: ReadTexts, web = built) {
  if (!existsSync(join(web, shell))) {
    app.setNotFoundHandler(replyNotFound)
    return
  }
  const files: FastifyStaticOptions = {
    root: web,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlFor(path))
    },
  }
  await app.register(staticFiles, files)
  /** One route for all assets: adding a route for each would slow down the start. */
  await app.register(async (assets) => {
    assets.setErrorHandler(answerUnreadable)
    await assets.register(staticFiles, {
      ...files,
      serve: true,
      root: join(web, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      allowedPath: isPublic,
    })
  })
  for (const file of readdirSync(web).filter((name) => /\.(ico|svg|txt)$/.test(name))) {
    app.get(`/${file}`, (_request, reply) => reply.sendFile(file))
  }
  const sendPage = createPageSender(web, readTexts)
  for (const page of pageList) {
    const { path, prerendered } = page
    if (prerendered)
      app.get(path, (request, reply) => sendPage(request, withPageHeaders(reply, page), prerendered, languagesOf(page)))
  }
  const findPage = matchPages(mode)
  app.setNotFoundHandler((request, reply) => {
    const page = isRead(request) ? findPage(decodeURI(pathnameOf(request))) : undefined
    if (page) return sendPage(request, withPageHeaders(reply, page), shell, languagesOf(page))
    return isPageRequest(request) ? sendPage(request, reply.code(404), shell, inChinese) : replyNotFound(request, reply)
  })
}

/** Ignores case and trailing slashes, as the router in the browser does. */
function matchPages(mode: Config['mode']) {
  const patterns = pageList
    .filter(({ demoOnly }) => mode === 'demo' || !demoOnly)
    .map((page) => ({ page, pattern: new RegExp(`^${page.path.replace(/:\w+/g, '[^/]+')}/*$`, 'i') }))
  return (path: string) => patterns.find(({ pattern }) => pattern.test(path))?.page
}

function withPageHeaders(reply: FastifyReply, { noindex, hasSecretLink }: Page): FastifyReply {
  if (noindex || hasSecretLink) reply.header('x-robots-tag', 'noindex')
  if (hasSecretLink) reply.header('referrer-policy', 'no-referrer')
  return reply
}

/** Assets have a content hash in their name and never change. */
const cacheControlFor = (path: string) =>
  path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'

/** Not folders, precompressed copies or source maps. */
const isPublic = (path: string) => !/(\.(br|gz|map)|\/)$/.test(path)

/** The plugin answers 403 to a path such as `//x`; we answer 404. */
function answerUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error.statusCode === 403) reply.callNotFound()
  else replyWithError(error, request, reply)
}

const replyNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  replyWithAppError(new AppError('NOT_FOUND'), request, reply)

/** What the server writes into the markers of a page. The same object as long as nothing has changed. */
export type PageTexts = Readonly<Record<string, string>>
type ReadTexts = (language: Language) => Promise<PageTexts>

/** Sends the pages of a folder with their markers filled in. Each is filled and compressed once for the same texts. */
function createPageSender(folder: string, readTexts: ReadTexts) {
  const filled = new WeakMap<PageTexts, Map<string, EncodedText>>()

  const findPage = (texts: PageTexts, file: string): EncodedText => {
    const pages = filled.get(texts) ?? new Map<string, EncodedText>()
    filled.set(texts, pages)
    const page = pages.get(file) ?? fill(readFileSync(join(folder, file), 'utf8'), texts)
    pages.set(file, page)
    return page
  }

  return async (request: FastifyRequest, reply: FastifyReply, file: string, translated?: readonly Language[]) => {
    const language = languageOfPage(chosenLanguage(request, reply), translated)
    const found = [fileIn(language, file), file].find((name) => existsSync(join(folder, name))) ?? shell
    const page = findPage(await readTexts(language), found)
    reply.type('text/html; charset=utf-8')
    const body = await bodyFor(request, reply, page)
    reply.header('vary', 'accept-encoding, cookie')
    /** Fastify leaves out the body of a HEAD only for known routes. */
    return reply.send(request.is404 && request.method === 'HEAD' ? '' : body)
  }
}

/** A language that the address asks for is remembered, without a script. */
function chosenLanguage(request: FastifyRequest, reply: FastifyReply): Language {
  const { [languageParameter]: asked } = request.query as Record<string, unknown>
  if (isLanguage(asked)) {
    const secure = request.protocol === 'https' ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${languageCookie}=${asked}; Path=/; Max-Age=${languageLifetimeSeconds}; SameSite=Lax${secure}`,
    )
  }
  return chooseLanguage(asked, request.headers.cookie)
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

/** Escapes JSON for a script element: nothing in it can end the element. */
const escapeJSON = (text: string) => text.replaceAll('<', '\\u003c')
