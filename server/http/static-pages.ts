import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Page, pages } from '#contract/pages.ts'
import type { Config } from '#server/core/config.ts'
import { root } from '#server/core/project-root.ts'
import { AppError, replyWithAppError, replyWithError } from './errors.ts'
import { createPageSender, type PageTexts } from './filled-pages.ts'
import { isPageRequest, isRead, pathnameOf } from './page-requests.ts'
import type { App } from './serve.ts'

const built = join(root, 'dist/web')

/** For all pages that are not prerendered. */
const shell = 'index.html'

const pageList: readonly Page[] = Object.values(pages)

/** Serves the built web app: files by name, `index.html` for every page, 404 for anything else. */
export async function servePages(app: App, mode: Config['mode'], readTexts: () => Promise<PageTexts>, web = built) {
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
    if (prerendered) app.get(path, (request, reply) => sendPage(request, withPageHeaders(reply, page), prerendered))
  }
  const findPage = matchPages(mode)
  app.setNotFoundHandler((request, reply) => {
    const page = isRead(request) ? findPage(decodeURI(pathnameOf(request))) : undefined
    if (page) return sendPage(request, withPageHeaders(reply, page), shell)
    return isPageRequest(request) ? sendPage(request, reply.code(404), shell) : replyNotFound(request, reply)
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

/** No folders, no precompressed copies, no source maps. */
const isPublic = (path: string) => !/(\.(br|gz|map)|\/)$/.test(path)

/** The plugin answers 403 to a path such as `//x`; we answer 404. */
function answerUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error.statusCode === 403) reply.callNotFound()
  else replyWithError(error, request, reply)
}

const replyNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  replyWithAppError(new AppError('NOT_FOUND'), request, reply)
