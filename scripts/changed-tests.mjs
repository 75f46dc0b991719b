import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './checkout.mjs'
import { UserError } from './run.mjs'

/** The files that differ from the last commit shared with main; on main from the last commit, or what that commit changed. */
export function findChangedFiles() {
  const base = git('rev-parse', 'HEAD')[0] === mergeBase() ? 'HEAD' : mergeBase()
  const changed = filesSince(base)
  return changed.length > 0 ? changed : filesSince('HEAD~1')
}

function mergeBase() {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', main)[0]
    } catch {}
  }
  throw new UserError('There is no branch main to compare with. Please fetch it, or run npm test.')
}

const filesSince = (base) => [
  ...new Set([
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
]

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)

/** The test files that changed, those that import a changed file, and those of its domain in the runtimes that may import it. */
export function findReachedTests(changed, sources = readSources()) {
  const folders = new Set(changed.flatMap(foldersReachedBy))
  const sharedByTests = sources.filter(({ file }) => file.startsWith('test/'))
  const viaHelpers = sharedByTests.filter(importsAny(changed.filter((file) => file.startsWith('test/')))).map(nameOf)
  const targets = [...changed, ...viaHelpers]
  const readers = changed.some((file) => /^(contract|server|web)\//.test(file)) ? readersOfSources : []
  const named = [...targets, ...readers]
  const reached = sources.filter((source) => importsAny(targets)(source) || named.includes(source.file))
  const ofDomain = sources.filter(({ file }) => folders.has(file.split('/', 2).join('/')))
  const tests = new Set([...reached, ...ofDomain].map(nameOf).filter((file) => /\.(test|spec)\.tsx?$/.test(file)))
  const all = [...tests].sort()
  const browser = all.filter((file) => file.endsWith('.spec.ts'))
  const unit = all.filter(
    (file) => /^(bench|contract|web|scripts)\/|^test\/[\w-]+\.test\.ts$/.test(file) && !isServerTest(file),
  )
  const server = all.filter((file) => !browser.includes(file) && !unit.includes(file))
  return { unit, server, browser }
}

/** They import none of what they read. */
const readersOfSources = ['test/words.test.ts']

const isServerTest = (file) => /^test\/(access-matrix|one-person)\.test\.ts$/.test(file)
const nameOf = ({ file }) => file

/** `server/urns` for server/urns/offers.ts and server/database/schema/urns.ts; the domain in all three for contract/urns/moves.ts. */
function foldersReachedBy(file) {
  const schema = /^server\/database\/schema\/([\w-]+)\.ts$/.exec(file)?.[1]
  const [, runtime, domain] = schema ? ['', 'server', schema] : (/^(contract|server|web)\/([\w-]+)\//.exec(file) ?? [])
  if (!domain) return []
  if (runtime !== 'contract') return [`${runtime}/${domain}`]
  return [`contract/${domain}`, `server/${domain}`, ...(webFoldersOf[domain] ?? [domain]).map((each) => `web/${each}`)]
}

/** Domains with several folders in `web`. */
const webFoldersOf = { bookings: ['bookings', 'application', 'approval', 'my-bookings', 'person'] }

const importsAny =
  (targets) =>
  ({ file, text }) =>
    importsIn(file, text).some(({ to }) => targets.includes(to))

/** Every import of a file, type-only and dynamic ones too. */
export const importsIn = (file, text) =>
  [...text.matchAll(/^(?:import|export)( type)?(?:\s[^'"`=;]*\sfrom)? '([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, type, target, dynamic]) => {
      const path = target ?? dynamic
      return { to: path.startsWith('.') ? join(file, '..', path) : path.replace(/^#/, ''), onlyTypes: Boolean(type) }
    },
  )

const readSources = () =>
  ['bench', 'contract', 'server', 'web', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(tsx?|mjs)$/.test(path))
      .map((path) => ({ file: `${folder}/${path}`, text: readFileSync(join(root, folder, path), 'utf8') })),
  )
