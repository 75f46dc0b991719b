import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { importsIn } from '../scripts/changed-tests.mjs'

const everyFile = ['contract', 'server', 'web', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ file: `${folder}/${path}`, text: readFileSync(join(folder, path), 'utf8') })),
)
const sources = everyFile.filter(({ file }) => !file.startsWith('test/') && !/\.test\.tsx?$/.test(file))
const imports = importsOfAll(sources)

/** Finds type-only and dynamic imports, too. */
function importsOfAll(files: typeof everyFile) {
  return files.flatMap(({ file, text }) =>
    importsIn(file, text).map((each) => ({ ...each, file, importer: folderOf(file), imported: folderOf(each.to) })),
  )
}

/** The runtime (`contract`, `server`, `web`) and the folder below it, if the file is in one. */
function folderOf(path: string) {
  const [runtime = '', domain = '', ...rest] = path.split('/')
  return { runtime, domain: rest.length > 0 ? domain : '' }
}

/** The imports within one runtime of files in certain domains. */
function importsOf(runtime: string, isDomain: (domain: string) => boolean) {
  return imports.filter(
    ({ importer, imported }) =>
      importer.runtime === runtime && imported.runtime === runtime && isDomain(imported.domain),
  )
}

const importText = ({ file, to }: { file: string; to: string }) => `${file} imports ${to}`

/** Depth-first: every import that leads back to a file on the way to it closes a cycle. */
function findCycles(edges: { file: string; to: string }[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { file, to } of edges) targets.set(file, [...(targets.get(file) ?? []), to])
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    if (path.includes(file) || done.has(file)) return
    for (const to of targets.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return cycles
}

test('findCycles reports a cycle behind a file that is not part of it', () => {
  const edges = ['ab', 'bc', 'cd', 'db', 'ad'].map(([file = '', to = '']) => ({ file, to }))
  expect(findCycles(edges)).toEqual(['b -> c -> d -> b'])
})

test('no imports form a cycle, type-only and dynamic ones included', () => {
  expect(findCycles(importsOfAll(everyFile))).toEqual([])
})

test('no folders import each other in a circle', () => {
  const roomOf = (path: string) => path.split('/').slice(0, 2).join('/')
  const between = imports.flatMap(({ file, to }) =>
    roomOf(file) === roomOf(to) ? [] : [{ file: roomOf(file), to: roomOf(to) }],
  )
  expect(findCycles(between)).toEqual([])
})

test('contract/ imports nothing but zod', () => {
  const inContract = imports.filter(({ importer }) => importer.runtime === 'contract')
  expect(
    inContract.filter(({ imported, to }) => imported.runtime !== 'contract' && to !== 'zod').map(importText),
  ).toEqual([])
})

test('server/ and web/ do not import each other', () => {
  const other: Record<string, string> = { server: 'web', web: 'server' }
  expect(
    imports.filter(({ importer, imported }) => other[importer.runtime] === imported.runtime).map(importText),
  ).toEqual([])
})

/** The document is what people read, so it is also what is checked. */
const [, listed = ''] = /only to the left: `([^`]+)`/.exec(readFileSync('docs/ARCHITECTURE.md', 'utf8')) ?? []
const order = listed.split(/,\s+/)
test('every server folder with routes is in the order', () => {
  const domains = sources.flatMap(({ file }) => /^server\/([\w-]+)\/routes\.ts$/.exec(file)?.[1] ?? [])
  expect(domains.length).toBeGreaterThan(5)
  expect(domains.filter((domain) => !order.includes(domain))).toEqual([])
})

const intoServerDomain = importsOf('server', (domain) => order.includes(domain))
const betweenServerDomains = intoServerDomain.filter(
  ({ importer, imported }) => order.includes(importer.domain) && importer.domain !== imported.domain,
)

test('a server domain imports only domains before it in the order', () => {
  const wrong = betweenServerDomains.filter(
    ({ importer, imported }) => order.indexOf(imported.domain) > order.indexOf(importer.domain),
  )
  expect(wrong.map(importText)).toEqual([])
})

test('a server domain imports only the public.ts of another domain, and the outbox', () => {
  const shared = /\/public\.ts$|^server\/mail\/outbox\.ts$/
  expect(betweenServerDomains.filter(({ to }) => !shared.test(to)).map(importText)).toEqual([])
})

test('the public.ts of a server domain exports only what files outside the domain import', () => {
  const namesIn = (list: string) => list.split(',').map((name) => name.replace(/\btype\b| as .*/g, '').trim())
  const unused = sources.flatMap(({ file, text }) => {
    if (!/^server\/\w+\/public\.ts$/.test(file)) return []
    const clause = new RegExp(`import (?:type )?\\{([^}]*)\\} from '[^']*/?${file.slice('server/'.length)}'`, 'g')
    const outside = sources.filter((other) => folderOf(other.file).domain !== folderOf(file).domain)
    const imported = outside.flatMap((other) =>
      [...other.text.matchAll(clause)].flatMap(([, list = '']) => namesIn(list)),
    )
    const declared = [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name = '']) => name)
    const passedOn = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list = '']) => namesIn(list))
    return [...declared, ...passedOn]
      .filter((name) => name && !imported.includes(name))
      .map((name) => `${file}: ${name}`)
  })
  expect(unused).toEqual([])
})

test('core, ports, http and database import nothing from server domains', () => {
  const foundations = ['core', 'ports', 'http', 'database']
  expect(intoServerDomain.filter(({ importer }) => foundations.includes(importer.domain)).map(importText)).toEqual([])
})

test('web domains import each other only in pages, in web/startup and in files directly under web/', () => {
  const intoWebDomain = importsOf('web', (domain) => !['', 'core', 'ui', 'api', 'session', 'layouts'].includes(domain))
  const mayImport = /^web\/(startup\/)?[^/]+$|Page\.tsx$/
  const isWithinBookings = ({ importer, imported }: (typeof imports)[number]) =>
    imported.domain === 'bookings' && roomsOfBookings.includes(importer.domain)
  const between = intoWebDomain.filter(({ importer, imported }) => importer.domain !== imported.domain)
  expect(between.filter((each) => !mayImport.test(each.file) && !isWithinBookings(each)).map(importText)).toEqual([])
})

/** Too large for one folder. `web/bookings` has what they share. */
const roomsOfBookings = ['application', 'approval', 'my-bookings', 'person']

test('the web folders of bookings do not import each other, only web/bookings, which imports none of them', () => {
  const intoRoom = importsOf('web', (domain) => roomsOfBookings.includes(domain))
  const wrong = intoRoom.filter(
    ({ importer, imported }) =>
      importer.domain !== imported.domain && ['bookings', ...roomsOfBookings].includes(importer.domain),
  )
  expect(wrong.map(importText)).toEqual([])
})

test('web/ui and web/api import neither web/session nor web/layouts', () => {
  const above = importsOf('web', (domain) => ['session', 'layouts'].includes(domain))
  expect(above.filter(({ importer }) => ['ui', 'api'].includes(importer.domain)).map(importText)).toEqual([])
})

test('only server/core/config.ts reads process.env', () => {
  const readers = sources.filter(({ text }) => /\bprocess\.env\b/.test(text)).map(({ file }) => file)
  expect(readers.filter((file) => file !== 'server/core/config.ts')).toEqual([])
})

test('only project-root.ts uses the path of its own file, because bundling changes that path', () => {
  const users = sources.filter(({ text }) => /\bimport\.meta\.(url|dirname|filename)\b/.test(text))
  expect(users.map(({ file }) => file).filter((file) => file !== 'server/core/project-root.ts')).toEqual([])
})

const inWeb = sources.filter(({ file }) => file.startsWith('web/'))

test('every dynamic import in web/, except in pages.ts, goes through loadChunk with the name of its file', () => {
  const unnamed = inWeb.flatMap(({ file, text }) => {
    const all = text.match(/\bimport\(/g)?.length ?? 0
    const named = [...text.matchAll(/\bloadChunk\(\s*'([^']+)',\s*\(\) => import\('([^']+)'\)/g)]
    const misnamed = named.filter(([, name, target = '']) => name !== target.replace(/^.*\/|\.tsx?$/g, ''))
    return all === named.length && misnamed.length === 0 ? [] : [file]
  })
  expect(unnamed.filter((file) => file !== 'web/core/load-chunk.ts')).toEqual(['web/pages.ts'])
})

/** `next-pages.ts` loads them ahead of time, where a failure does not matter: opening the page tries again. */
test('only routes.tsx loads the pages in pages.ts, through loadChunk', () => {
  const routes = inWeb.find(({ file }) => file === 'web/routes.tsx')
  expect(routes?.text).toContain('loadChunk(name, load)')
  const importers = imports.filter(({ to }) => to === 'web/pages.ts').map(({ file }) => file)
  const loaders = inWeb.filter(({ file, text }) => importers.includes(file) && /\bload\(|\.load\b/.test(text))
  expect(loaders.map(({ file }) => file)).toEqual(['web/layouts/next-pages.ts'])
})

test('only server-clock.ts knows what time it is, because the clock of a phone may be wrong', () => {
  expect(inWeb.filter(({ text }) => /\bnew Date\(\)/.test(text)).map(({ file }) => file)).toEqual([])
})

test('the server takes the time from the clock of the database, not from that of its machine', () => {
  const readers = sources.filter(
    ({ file, text }) => file.startsWith('server/') && /\bnew Date\(\)|\bDate\.now\(/.test(text),
  )
  /** A command that asks for a birth date before it opens the database. */
  const others = readers.map(({ file }) => file).filter((file) => file !== 'server/commands/admin-create.ts')
  expect(others).toEqual(['server/database/database-clock.ts', 'server/database/pglite.ts'])
})

test('only log-failure.ts writes to the browser console', () => {
  const writers = inWeb.filter(({ text }) => /\bconsole\./.test(text)).map(({ file }) => file)
  expect(writers).toEqual(['web/core/log-failure.ts'])
})

test('the sentences for refused moves are written only in contract/bookings/refusals.ts, and beside their translations', () => {
  const quoted = Object.values(moveRefusals).map((sentence) => `'${sentence}'`)
  const others = sources.filter(({ file }) => !file.startsWith('contract/words/'))
  const holders = others.filter(({ text }) => quoted.some((sentence) => text.includes(sentence)))
  expect(holders.map(({ file }) => file)).toEqual(['contract/bookings/refusals.ts'])
})

test('a command defines its constants before it runs, because it runs while its file is loaded', () => {
  const commands = sources.filter(({ file }) => file.startsWith('server/commands/'))
  const late = commands.filter(({ text }) => /^await runProgram[\s\S]*^(?:export )?(?:const|let) /m.test(text))
  expect(commands.length).toBeGreaterThan(5)
  expect(late.map(({ file }) => file)).toEqual([])
})

test('each comment begins with what it is about', () => {
  const bare =
    /\/\*\* (?:Of|By|Those|Nobody for|Whom|Which|Also|So that|Since when|From when|To every|And|But|Because)\b[^\n]*/g
  expect(everyFile.flatMap(({ file, text }) => (text.match(bare) ?? []).map((found) => `${file}: ${found}`))).toEqual(
    [],
  )
})

/** A verb or a relative pronoun at the beginning needs the title of a `describe` as its subject. */
const needsSubject =
  /^(is|are|was|has|have|can|cannot|does|that|who|whose|which|shows|sees|gives|gets|makes|stays|finds|lists|keeps|ends)\b/

test('each test title can be read alone', () => {
  const titles = everyFile
    .filter(({ file }) => /\.(test|spec)\.tsx?$/.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^\s*test(?:\.\w+(?:\([^()]*\))?)*\(\s*['"`](.+?)['"`],/gm)].map(([, title = '']) => ({
        file,
        title,
      })),
    )
  expect(titles.length).toBeGreaterThan(1000)
  expect(titles.filter(({ title }) => needsSubject.test(title))).toEqual([])
})

test('days and times are formatted only by contract/dates.ts, codes shown only by Code, and email is spelled in one way', () => {
  const rules: [where: RegExp, what: RegExp, home: string][] = [
    [/./, /Intl\.DateTimeFormat|toLocale(Date|Time)String/, 'contract/dates.ts'],
    [/^web\//, /<code\b/, 'web/ui/Code.tsx'],
    [/./, /\be-mail/i, ''],
  ]
  const broken = rules.flatMap(([where, what, home]) =>
    sources.filter(({ file, text }) => file !== home && where.test(file) && what.test(text)).map(({ file }) => file),
  )
  expect(broken).toEqual([])
})
