import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servePages } from './pages.ts'

let web: string
let app: FastifyInstance
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'columba-web-'))
  await mkdir(join(web, 'assets'))
  const files = {
    'index.html': '<title>shell</title>',
    'landing.html': '<title>landing</title>',
    'about.html': '<title>about</title>',
    'robots.txt': 'User-agent: *',
    'assets/main-4f2a.js': 'run()',
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(web, name), text)
    await writeFile(join(web, `${name}.gz`), gzipSync(text))
  }
  app = Fastify()
  await servePages(app, 'production', web)
})
afterAll(async () => {
  await app.close()
  await rm(web, { recursive: true })
})

test.each([
  ['/', 'landing'],
  ['/about', 'about'],
  ['/login', 'shell'],
  ['/booking-approval/B-7K2M9QX4TR', 'shell'],
  ['/search-booking?query=91234567', 'shell'],
])('%s is the page %s, asked for anew each time', async (url, title) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(`<title>${title}</title>`)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-cache')
})

test('the mailbox of the demo is a page in the demo alone', async () => {
  const demo = Fastify()
  await servePages(demo, 'demo', web)
  expect((await demo.inject('/demo/mail')).statusCode).toBe(200)
  expect((await app.inject('/demo/mail')).statusCode).toBe(404)
})

test('an address that is no page says so and still shows where to go', async () => {
  const answer = await app.inject('/nowhere/at-all')
  expect(answer.statusCode).toBe(404)
  expect(answer.body).toBe('<title>shell</title>')
})

test.each([
  '/assets/gone-1234.js',
  '/favicon.ico',
  '/api/nothing',
  '/assets',
  '/assets/',
  '/assets/%2e%2e/index.html',
  '/assets/main-4f2a.js.gz',
  '/index.html.gz',
])('%s is missing, and no page in its place', async (url) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.body).not.toContain('<title>')
})

test('only pages can be asked for by other means than reading', async () => {
  expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404)
})

test('what has its content in its name is kept for ever, and sent as small as it was made', async () => {
  const answer = await app.inject({ url: '/assets/main-4f2a.js', headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(answer.headers['content-encoding']).toBe('gzip')
})

test('robots read their own file', async () => {
  expect((await app.inject('/robots.txt')).body).toBe('User-agent: *')
})
