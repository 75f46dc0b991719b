import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test, vi } from 'vitest'
import type { Access } from '#contract/endpoint.ts'
import { allEndpoints, endpointName } from '#contract/endpoints.ts'
import { type PageAccess, pages } from '#contract/pages.ts'
import { roles } from '#contract/roles.ts'

/** Parses two hundred files, which takes a busy machine seconds. */
vi.setConfig({ testTimeout: 120_000 })

const documents = ['docs/security.md', 'docs/security-asvs.md']
const text = documents.map((file) => readFileSync(file, 'utf8')).join('')

/** Each section of ASVS 5.0.0 with the levels of its requirements in order: `2.2:112` is 2.2.1 and 2.2.2 of level 1, 2.2.3 of level 2. */
const sections = `
1.1:22 1.2:1111122223 1.3:112222222223 1.4:222 1.5:123 2.1:122 2.2:112 2.3:12223 2.4:23 3.1:3 3.2:113
3.3:12223 3.4:11222233 3.5:11122333 3.6:3 3.7:22333 4.1:12233 4.2:23333 4.3:22 4.4:1222 5.1:2 5.2:112333
5.3:113 5.4:222 6.1:122 6.2:111111112222 6.3:11223333 6.4:112233 6.5:22222333 6.6:2223 6.7:33 6.8:2222 7.1:222
7.2:1111 7.3:22 7.4:11222 7.5:223 7.6:22 8.1:1233 8.2:1123 8.3:133 8.4:23 9.1:111 9.2:1222 10.1:22 10.2:223
10.3:22223 10.4:1111122222233333 10.5:22222 10.6:22 10.7:222 11.1:2233 11.2:22233 11.3:11233 11.4:1222 11.5:23
11.6:23 11.7:33 12.1:12233 12.2:11 12.3:22223 13.1:2333 13.2:222223 13.3:2233 13.4:1222233 14.1:22
14.2:12223333 14.3:122 15.1:12233 15.2:12233 15.3:1222222 15.4:3333 16.1:2 16.2:22222 16.3:2222 16.4:222
16.5:2223 17.1:23 17.2:22223333 17.3:22
`

test('docs/security-asvs.md lists every requirement of ASVS 5.0.0 of levels 1 and 2 once, with its level', () => {
  const expected = sections
    .trim()
    .split(/\s+/)
    .flatMap((each) => {
      const [section = '', levels = ''] = each.split(':')
      return [...levels].map((level, index) => `V${section}.${index + 1} | ${level}`)
    })
    .filter((row) => !row.endsWith('3'))
  const listed = [...text.matchAll(/^\| (V[\d.]+ \| \d) \|/gm)].map(([, row = '']) => row)
  expect(expected).toHaveLength(70 + 183)
  expect(listed).toEqual(expected)
})

test('every file that the documents about security name exists', () => {
  const files = [...text.matchAll(/`([\w.-]+\/[\w@./-]+\.\w+)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

interface Citation {
  file: string
  title: string
}

/** Tests are cited as in `server/x.test.ts` ("a title", "another title of the same file"). Lines of a paragraph may break a title at a space. */
const citationsIn = (text: string): Citation[] =>
  [...text.replaceAll('\n', ' ').matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)` \("([^`]+?)"\)/g)].flatMap(
    ([, file = '', titles = '']) => titles.split('", "').map((title) => ({ file, title })),
  )

interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** `test.each` and `describe` as lists of names, whatever is called in between. */
function namesOf(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee.name)]
  if (callee.type === 'MemberExpression') return [...namesOf(callee.object), ...namesOf(callee.property)]
  return namesOf(callee.callee ?? callee.tag)
}

/** The titles of tests that run: not of `describe`, and of nothing that is skipped or yet to be written. */
function titlesOfTests(file: string): Set<string> {
  const code = readFileSync(file, 'utf8')
  const titles = new Set<string>()
  const visit = (value: unknown) => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    const names = value.type === 'CallExpression' ? namesOf(value.callee) : []
    if (names.some((name) => /^(skip|skipIf|todo|fails|fixme)$/.test(name))) return
    const [title] = names[0] === 'test' && Array.isArray(value.arguments) ? value.arguments : []
    if (title?.type === 'Literal') titles.add(String(title.value))
    if (title?.type === 'TemplateLiteral') titles.add(code.slice(title.start + 1, title.end - 1))
    Object.values(value).forEach(visit)
  }
  visit(parseSync(file, code).program)
  return titles
}

/** The titles are cached, because many claims cite the same file. */
const titlesOf = new Map<string, Set<string>>()

/** The tests that are cited but do not run. */
function missingIn(citations: Citation[]): Citation[] {
  return citations.filter(({ file, title }) => {
    if (!existsSync(file)) return true
    const titles = titlesOf.get(file) ?? titlesOfTests(file)
    titlesOf.set(file, titles)
    return !titles.has(title)
  })
}

/** `npm run proof -- NAME`, where a test is not enough. */
const proofsIn = (text: string) => [...text.matchAll(/`npm run proof -- (\w+)`/g)].map(([, name]) => `proof/${name}.ts`)

const intention = '(intention)'

/** A row in its last column, a paragraph anywhere. No test is named without a title; a proof needs none. */
function isProved(claim: string): boolean {
  const proof = claim.startsWith('|') ? (claim.split(' | ').at(-1) ?? '') : claim
  if (/\.(test|spec)\.tsx?`(?!\s\(")/.test(claim)) return false
  return citationsIn(proof).length + proofsIn(proof).length > 0 || proof.replace(/ \|$/, '').endsWith(intention)
}

/** Rows of tables without their heads, and paragraphs. */
function claimsIn(section: string): string[] {
  return section
    .split('\n\n')
    .slice(1)
    .flatMap((block) => (block.startsWith('|') ? block.trim().split('\n').slice(2) : [block.trim()]))
    .filter((claim) => claim !== '')
}

const described = ['What is protected', 'From whom']
const promised = 'What this page promises, and the test of each'

/** The promises are all of `docs/security.md` but what only describes; in the other documents, the rows of the section at their end. */
function promisesOf(file: string): string[] {
  const [introduction = '', ...sections] = readFileSync(file, 'utf8').split(/^## /m)
  const isAbout = (titles: string[]) => (section: string) => titles.includes(section.split('\n')[0] ?? '')
  if (file !== 'docs/security.md')
    return sections
      .filter(isAbout([promised]))
      .flatMap(claimsIn)
      .filter((claim) => claim.startsWith('|'))
  expect(introduction).toContain(intention)
  expect(sections.filter(isAbout(described))).toHaveLength(described.length)
  return sections.filter((section) => !isAbout(described)(section)).flatMap(claimsIn)
}

test.each(['docs/security.md', 'docs/OPERATING.md', 'docs/privacy.md', 'deploy/README.md'])(
  'each promise of %s names a test that exists and runs, or a proof, or says that it is an intention',
  (file) => {
    const claims = promisesOf(file)
    expect(claims.length).toBeGreaterThan(20)
    expect(claims.filter((claim) => !isProved(claim))).toEqual([])
    expect(missingIn(claims.flatMap(citationsIn))).toEqual([])
    expect(claims.flatMap(proofsIn).filter((name) => !existsSync(name))).toEqual([])
  },
)

test('every test that docs/security-asvs.md cites exists and runs', () => {
  const cited = citationsIn(readFileSync('docs/security-asvs.md', 'utf8'))
  expect(cited.length).toBeGreaterThan(100)
  expect(missingIn(cited)).toEqual([])
})

test('the table of harmful acts has every act that one person tries in test/one-person.test.ts', () => {
  const named = citationsIn(text).filter(({ file }) => file === 'test/one-person.test.ts')
  expect(new Set(named.map(({ title }) => title))).toEqual(titlesOfTests('test/one-person.test.ts'))
})

test('every requirement that a test proves cites its title', () => {
  const rows = text.split('\n').filter((row) => row.startsWith('| V'))
  expect(
    rows.filter((row) => /\.(test|spec)\.ts`/.test(row) && !row.includes('.ts` ("')).map((row) => row.slice(0, 60)),
  ).toEqual([])
})

test('every requirement that docs/security-asvs.md calls met, wholly or partly, has a test or says what to inspect', () => {
  const met = text.split('\n').filter((row) => /^\| V[\d.]+ \| \d \|[^|]+\| (yes|partly) \|/.test(row))
  expect(met.length).toBeGreaterThan(150)
  const unproved = met.filter((row) => !/\.(test|spec)\.ts` \("|By inspection: [^|]{10,}/.test(row))
  expect(unproved.map((row) => row.slice(0, 60))).toEqual([])
})

const columns = ['visitor', ...roles]

/** Everybody may see what visitors may. Somebody between password and second factor has no role yet. */
function marksOf(access: Access | PageAccess): string[] {
  if (access === 'public' || access === 'anyone') return columns.map(() => 'yes')
  if ('stages' in access) return [`while signing in (${access.stages.join(', ')})`, ...roles.map(() => '')]
  return ['', ...roles.map((role) => (access.some((each) => each === role) ? 'yes' : ''))]
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row([...head, ...columns]), row([...head, ...columns].map(() => '---')), ...rows.map(row)].join('\n')

test('docs/access.md lists every page and every call with who may use it', async () => {
  const ofPages = Object.values(pages).map(({ path, title, access }) => [`\`${path}\``, title, ...marksOf(access)])
  const ofCalls = allEndpoints.map((endpoint) => [
    `\`${endpointName(endpoint)}\``,
    endpoint.summary,
    ...marksOf(endpoint.roles),
  ])
  const document = `# Who may use what

Made from \`contract/pages.ts\` and the declarations of the calls. After a change of these:
\`npx vitest run test/security-document.test.ts -u\`. What a call then shows to a role, such as their own bookings only, is said in
[security.md](security.md#access).

## Pages

${tableOf(['page', 'title'], ofPages)}

## Calls

${tableOf(['call', 'what it does'], ofCalls)}
`
  await expect(document).toMatchFileSnapshot('../docs/access.md')
})
