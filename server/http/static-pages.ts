import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Page, pages } from '#contract/pages.ts'
import type { Config } from '../config.ts'
import { root } from '../project-root.ts'
import { AppError, replyWithAppError, replyWithError } from './errors.ts'
import { isPageRequest, isRead, pathnameOf } from './page-requests.ts'
import type { App } from './serve.ts'

const built = join(root, 'dist/web')

const pageList: readonly Page[] = Object.values(pages)

/** Serves the built web app: files by name, `index.html` for every page, 404 for anything else. */
export async function servePages(app: App, mode: Config['mode'], web = built) {
  if (!existsSync(join(web, 'index.html'))) {
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
  for (const { path, prerendered } of pageList) {
    if (!prerendered) continue
    app.get(path, (_request, reply) => reply.sendFile(existsSync(join(web, prerendered)) ? prerendered : 'index.html'))
  }
  const isPage = matchPages(mode)
  app.setNotFoundHandler((request, reply) => {
    if (isRead(request) && isPage(decodeURI(pathnameOf(request)))) return reply.sendFile('index.html')
    return isPageRequest(request) ? reply.code(404).sendFile('index.html') : replyNotFound(request, reply)
  })
}

/** Ignores case and trailing slashes, as the router in the browser does. */
function matchPages(mode: Config['mode']) {
  const patterns = pageList
    .filter(({ demoOnly }) => mode === 'demo' || !demoOnly)
    .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/*$`, 'i'))
  return (path: string) => patterns.some((pattern) => pattern.test(path))
}

/** Assets have a content hash in their name and never change. Pages must be revalidated, or they refer to assets that are gone. */
function cacheControlFor(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  return /\.html(\.\w+)?$/.test(path) ? 'no-cache' : 'public, max-age=3600'
}

/** No folders, no precompressed copies, no source maps. */
const isPublic = (path: string) => !/(\.(br|gz|map)|\/)$/.test(path)

/** The plugin answers 403 to a path such as `//x`; we answer 404. */
function answerUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error.statusCode === 403) reply.callNotFound()
  else replyWithError(error, request, reply)
}

const replyNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  replyWithAppError(new AppError('NOT_FOUND'), request, reply)
