import { existsSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPage } from '#contract/page-paths.ts'
import { root } from '../root.ts'
import { AppError, answerRefusal } from './errors.ts'
import type { App } from './serve.ts'

const web = join(root, 'dist/web')
const year = 31_536_000

/** Pages that are made at build time, so that a stranger reads them before any script runs. */
const prerendered: Record<string, string> = { '/': 'landing.html', '/about': 'about.html', '/faq': 'faq.html' }

/** Serves what the build made: files by their name, and the shell for every page; what is neither is 404. */
export async function servePages(app: App) {
  if (!existsSync(join(web, 'index.html'))) {
    app.setNotFoundHandler(answerMissing)
    return
  }
  await app.register(staticFiles, {
    root: web,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '**/*.map', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isNamedByContent = path.includes('/assets/')
      reply.header('cache-control', isNamedByContent ? `public, max-age=${year}, immutable` : 'public, max-age=3600')
    },
  })
  for (const [path, file] of Object.entries(prerendered)) {
    app.get(path, (_request, reply) => sendPage(reply, existsSync(join(web, file)) ? file : 'index.html'))
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isForPage(request)) return answerMissing(request, reply)
    return sendPage(reply.code(isPage(pathOf(request)) ? 200 : 404), 'index.html')
  })
}

const sendPage = (reply: FastifyReply, file: string) =>
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').sendFile(file, { cacheControl: false })

/** A missing file or call must never be answered with a page that looks well. */
const isForPage = (request: FastifyRequest) =>
  (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$)|\.\w+$/.test(pathOf(request))

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? url

const answerMissing = (request: FastifyRequest, reply: FastifyReply) =>
  answerRefusal(new AppError('NOT_FOUND'), request, reply)
