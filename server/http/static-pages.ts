import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isPagePath } from '#contract/page-paths.ts'
import type { Config } from '../config.ts'
import { root } from '../project-root.ts'
import { AppError, replyWithAppError, replyWithError } from './errors.ts'
import { isPageRequest, isRead, pathnameOf } from './page-requests.ts'
import type { App } from './serve.ts'

const built = join(root, 'dist/web')

/** Pages rendered at build time, so that visitors can read them before any script runs. */
const prerendered: Record<string, string> = {
  '/': 'landing.html',
  '/about': 'about.html',
  '/faq': 'faq.html',
  '/login': 'login.html',
  '/register': 'register.html',
}

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
  for (const [path, file] of Object.entries(prerendered)) {
    app.get(path, (_request, reply) => reply.sendFile(existsSync(join(web, file)) ? file : 'index.html'))
  }
  app.setNotFoundHandler((request, reply) => {
    if (isRead(request) && isPagePath(decodeURI(pathnameOf(request)), mode)) return reply.sendFile('index.html')
    return isPageRequest(request) ? reply.code(404).sendFile('index.html') : replyNotFound(request, reply)
  })
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
