import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Language } from '#contract/words/languages.ts'
import { readableURL } from './page-requests.ts'
import { type PageTexts, servePages } from './static-pages.ts'

let web: string
let app: FastifyInstance
let texts: PageTexts = { name: 'Columba', json: '{}' }
const chinese: PageTexts = { name: '哥伦芭', json: '{}' }
const readTexts = async (language: Language) => (language === 'zh-Hans' ? chinese : texts)
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'columba-web-'))
  await mkdir(join(web, 'assets'))
  const files = {
    'index.html': '<title>shell</title>',
    'landing.html': '<title>landing</title>',
    'about.html': '<title>about</title>',
    'about.zh-Hans.html': '<title>关于{{house:name}}</title>',
    'index.zh-Hans.html': '<title>框架</title>',
    'faq.html': '<script type="application/json">"{{house:json}}"</script><p title="{{house:name}}">{{house:name}}</p>',
    'robots.txt': 'User-agent: *',
    'assets/main-4f2a.js': 'run()',
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(web, name), text)
    await writeFile(join(web, `${name}.gz`), gzipSync(text))
  }
  app = Fastify({ rewriteUrl: readableURL })
  await servePages(app, 'production', readTexts, web)
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
  ['/search-booking/', 'shell'],
  ['/login//', 'shell'],
  ['/My-Bookings', 'shell'],
  ['/my%2Dbookings', 'shell'],
])('%s returns the page %s, which is revalidated each time', async (url, title) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(`<title>${title}</title>`)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-cache')
})

test.each([
  ['/verify-placement', 'noindex'],
  ['/deed/7K2M-9QX4-TR5W-0A1B', 'noindex'],
  ['/find', 'noindex'],
  ['/find/', 'noindex'],
  ['/FIND', 'noindex'],
  ['/about', undefined],
  ['/login', undefined],
])('%s tells search engines: %s', async (url, robots) => {
  expect((await app.inject(url)).headers['x-robots-tag']).toBe(robots)
})

test('/demo/mail is a page in demo mode and 404 in production', async () => {
  const demo = Fastify()
  await servePages(demo, 'demo', readTexts, web)
  expect((await demo.inject('/demo/mail')).statusCode).toBe(200)
  expect((await app.inject('/demo/mail')).statusCode).toBe(404)
})

test('an unknown page returns 404 with the web app', async () => {
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
])('the missing file %s returns 404 without a page', async (url) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.body).not.toContain('<title>')
})

const navigation = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'sec-fetch-dest': 'document',
}
const unknownPaths = [
  '/index.php',
  '/wp-login.php?next=/admin',
  '/foo.bar',
  '/robots.txt/',
  '/index.html.gz',
  '/assets/gone-1234.js',
  '/assets',
  '/nowhere/',
  '/assets//gone.js',
  '/apis/nothing',
  '/%2e%2e/secret',
  '/caf%C3%A9',
  '/%zz',
  '/%ff',
  '/a%2Fb.php',
  `/${'x'.repeat(4000)}`,
]

test.each(unknownPaths.map((url) => [url.slice(0, 40), url] as const))(
  '%s opened in a browser is answered with the 404 page',
  async (_name, url) => {
    const answer = await app.inject({ url, headers: navigation })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toBe('<title>shell</title>')
  },
)

test('HEAD of an unknown page returns 404 without a body', async () => {
  const answer = await app.inject({ method: 'HEAD', url: '/index.php', headers: navigation })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.body).toBe('')
})

test('a form posted to an unknown page is answered with the 404 page', async () => {
  const answer = await app.inject({ method: 'POST', url: '/index.php', headers: navigation })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
})

test.each([
  ['/index.php', { accept: '*/*' }, 'text/html; charset=utf-8'],
  ['/nowhere', { accept: 'application/json, text/html;q=0.5' }, 'text/html; charset=utf-8'],
  ['/nowhere', { accept: 'application/json' }, 'application/json; charset=utf-8'],
  ['/nowhere', { accept: 'application/json, text/html;q=0' }, 'application/json; charset=utf-8'],
  [
    '/nowhere.png',
    { accept: 'image/avif,image/*,*/*;q=0.8', 'sec-fetch-dest': 'image' },
    'application/json; charset=utf-8',
  ],
  ['/nowhere.js', { accept: '*/*', 'sec-fetch-dest': 'script' }, 'application/json; charset=utf-8'],
  ['/assets/gone-1234.js', { accept: '*/*' }, 'application/json; charset=utf-8'],
  ['/api/nothing', navigation, 'application/json; charset=utf-8'],
  ['/api', navigation, 'application/json; charset=utf-8'],
  ['/api/', navigation, 'application/json; charset=utf-8'],
])('%s with the headers %j returns 404 as %s', async (url, headers, type) => {
  const answer = await app.inject({ url, headers })
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toBe(type)
})

test('a POST to a page returns 404', async () => {
  expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404)
})

test('an asset is cached for ever and sent precompressed', async () => {
  const answer = await app.inject({ url: '/assets/main-4f2a.js', headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(answer.headers['content-encoding']).toBe('gzip')
})

test('/robots.txt is served', async () => {
  expect((await app.inject('/robots.txt')).body).toBe('User-agent: *')
})

test('texts are written into a page so that none of them can become markup or end the data element', async () => {
  texts = { name: `A "B" & <c> $& 'd'`, json: '{"name":"</script><b>"}' }
  expect((await app.inject('/faq')).body).toBe(
    '<script type="application/json">{"name":"\\u003c/script>\\u003cb>"}</script>' +
      '<p title="A &quot;B&quot; &amp; &lt;c&gt; $&amp; &#x27;d&#x27;">A &quot;B&quot; &amp; &lt;c&gt; $&amp; &#x27;d&#x27;</p>',
  )
})

test('a page is sent compressed, and not at all to a browser that has it, until a text changes', async () => {
  texts = { name: 'First', json: '{}' }
  const first = await app.inject({ url: '/faq', headers: { 'accept-encoding': 'gzip, deflate, br' } })
  expect(first.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(first.rawPayload).toString()).toContain('<p title="First">First</p>')
  const zipped = await app.inject({ url: '/faq', headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(zipped.rawPayload).toString()).toContain('First')

  const headers = { 'if-none-match': String(first.headers.etag) }
  expect((await app.inject({ url: '/faq', headers })).statusCode).toBe(304)
  texts = { name: 'Second', json: '{}' }
  const second = await app.inject({ url: '/faq', headers })
  expect([second.statusCode, second.body]).toEqual([200, expect.stringContaining('Second')])
})

test.each([
  ['the address asks for it', '/about?lang=zh-Hans', undefined, '<title>关于哥伦芭</title>'],
  ['the browser remembers it', '/about', 'a=1; columba_language=zh-Hans; b=2', '<title>关于哥伦芭</title>'],
  ['the address asks for English instead', '/about?lang=en', 'columba_language=zh-Hans', '<title>about</title>'],
  ['the language is unknown', '/about?lang=tlh', 'columba_language=x', '<title>about</title>'],
  ['the page is not whole in it', '/dashboard', 'columba_language=zh-Hans', '<title>shell</title>'],
  ['there is no such page', '/nowhere', 'columba_language=zh-Hans', '<title>框架</title>'],
])('a page is sent in the language of its reader: %s', async (_, url, cookie, body) => {
  const answer = await app.inject({ url, headers: cookie ? { cookie } : {} })
  expect(answer.body).toBe(body)
  expect(answer.headers.vary).toBe('accept-encoding, cookie')
})

test('a language that an address asks for is remembered for a year; an unknown one is not', async () => {
  const asked = await app.inject('/about?lang=zh-Hans')
  expect(asked.headers['set-cookie']).toBe('columba_language=zh-Hans; Path=/; Max-Age=31536000; SameSite=Lax')
  expect((await app.inject('/about?lang=tlh')).headers['set-cookie']).toBeUndefined()
  expect((await app.inject('/about?lang=zh-Hans&lang=en')).headers['set-cookie']).toBeUndefined()
})
