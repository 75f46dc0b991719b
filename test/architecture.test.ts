import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { moveRefusals } from '#contract/bookings/refusals.ts'

const sources = ['contract', 'server', 'web'].flatMap((runtime) =>
  readdirSync(runtime, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ file: `${runtime}/${path}`, text: readFileSync(join(runtime, path), 'utf8') })),
)
const imports = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/^(?:import|export)( type)?(?:\s[^'"`=;]*\sfrom)? '([^']+)'|\bimport\('([^']+)'\)/gm)].map((it) => {
    const target = it[2] ?? it[3] ?? ''
    const to = target.startsWith('.') ? join(file, '..', target) : target.replace(/^#/, '')
    return { file, to, onlyTypes: it[1] !== undefined, of: folderOf(file), from: folderOf(to) }
  }),
)

/** The runtime, and the domain when the file lies in the folder of one. */
function folderOf(path: string) {
  const [runtime = '', domain = '', ...rest] = path.split('/')
  return { runtime, domain: rest.length > 0 ? domain : '' }
}

/** The imports, within one runtime, of a file that lies in a domain. */
function importsOf(runtime: string, isDomain: (domain: string) => boolean) {
  return imports.filter((it) => it.of.runtime === runtime && it.from.runtime === runtime && isDomain(it.from.domain))
}

const importText = ({ file, to }: { file: string; to: string }) => `${file} imports ${to}`

test('the contract knows nothing but zod', () => {
  const inContract = imports.filter(({ of }) => of.runtime === 'contract')
  expect(inContract.filter(({ from, to }) => from.runtime !== 'contract' && to !== 'zod').map(importText)).toEqual([])
})

test('server and web never meet', () => {
  const other: Record<string, string> = { server: 'web', web: 'server' }
  expect(imports.filter(({ of, from }) => other[of.runtime] === from.runtime).map(importText)).toEqual([])
})

const order = ['audit', 'mail', 'documents', 'payments', 'accounts', 'niches', 'bookings', 'checkout', 'dashboard']
const intoServerDomain = importsOf('server', (domain) => order.includes(domain))
const betweenServerDomains = intoServerDomain.filter(
  ({ of, from }) => order.includes(of.domain) && of.domain !== from.domain,
)

test('the domains of the server look left only', () => {
  const right = betweenServerDomains.filter(({ of, from }) => order.indexOf(from.domain) > order.indexOf(of.domain))
  expect(right.map(importText)).toEqual([])
})

test('of another domain only its actions and its ports are known', () => {
  const open = /\/actions\.ts$|^server\/mail\/outbox\.ts$|^server\/payments\/gateway\.ts$/
  expect(betweenServerDomains.filter(({ to }) => !open.test(to)).map(importText)).toEqual([])
})

test('what every domain stands on knows none of them', () => {
  const foundations = /^server\/(http|database|vault|config|context)\b/
  expect(
    intoServerDomain.filter(({ file, onlyTypes }) => foundations.test(file) && !onlyTypes).map(importText),
  ).toEqual([])
})

test('the domains of the web meet only in pages and routes', () => {
  const intoWebDomain = importsOf('web', (domain) => !['', 'ui', 'api', 'session', 'layouts'].includes(domain))
  const mayMeet = /^web\/[^/]+$|Page\.tsx$/
  expect(
    intoWebDomain.filter(({ file, of, from }) => of.domain !== from.domain && !mayMeet.test(file)).map(importText),
  ).toEqual([])
})

test('what every screen is made of knows neither who is signed in nor what stands around it', () => {
  const above = importsOf('web', (domain) => ['session', 'layouts'].includes(domain))
  expect(above.filter(({ of }) => ['ui', 'api'].includes(of.domain)).map(importText)).toEqual([])
})

test('only the configuration reads the environment', () => {
  const readers = sources.filter(({ text }) => /\bprocess\.env\b/.test(text)).map(({ file }) => file)
  expect(readers.filter((file) => file !== 'server/config.ts')).toEqual([])
})

test('only project-root.ts asks where its file lies, for in a bundle every file lies elsewhere', () => {
  const askers = sources.filter(({ text }) => /\bimport\.meta\.(url|dirname|filename)\b/.test(text))
  expect(askers.map(({ file }) => file).filter((file) => file !== 'server/project-root.ts')).toEqual([])
})

const inWeb = sources.filter(({ file }) => file.startsWith('web/'))

test('every dynamic import of the web goes through loadChunk, under the name of its file', () => {
  const loose = inWeb.flatMap(({ file, text }) => {
    const all = text.match(/\bimport\(/g)?.length ?? 0
    const named = [...text.matchAll(/\bloadChunk\(\s*'([^']+)',\s*\(\) => import\('([^']+)'\)/g)]
    const misnamed = named.filter(([, name, target = '']) => name !== target.replace(/^.*\/|\.tsx?$/g, ''))
    return all === named.length && misnamed.length === 0 ? [] : [file]
  })
  expect(loose).toEqual(['web/pages.ts'])
})

test('the pages of the table are loaded by the router alone, through loadChunk', () => {
  const routes = inWeb.find(({ file }) => file === 'web/routes.tsx')
  expect(routes?.text).toContain('loadChunk(name, load)')
  const importers = imports.filter(({ to }) => to === 'web/pages.ts').map(({ file }) => file)
  const loaders = inWeb.filter(({ file, text }) => importers.includes(file) && /\bload\(|\.load\b/.test(text))
  expect(loaders).toEqual([])
})

test('only log-failure.ts writes to the console of the browser', () => {
  const writers = inWeb.filter(({ text }) => /\bconsole\./.test(text)).map(({ file }) => file)
  expect(writers).toEqual(['web/log-failure.ts'])
})

test('a sentence that refuses a move is written in its table only', () => {
  const quoted = Object.values(moveRefusals).map((sentence) => `'${sentence}'`)
  const holders = sources.filter(({ text }) => quoted.some((sentence) => text.includes(sentence)))
  expect(holders.map(({ file }) => file)).toEqual(['contract/bookings/refusals.ts'])
})
