import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installWithProgress } from './npm.mjs'
import { planInstall } from './packages.mjs'
import { run, UserError } from './run.mjs'

/** Checks whether the installed packages match the lock file, and whether the build matches the sources. */

export const root = fileURLToPath(new URL('..', import.meta.url))
const at = (...path) => join(root, ...path)
const require = createRequire(import.meta.url)

export function requireNode() {
  const wanted = require(at('package.json')).engines.node
  const [major, minor] = process.versions.node.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24
  if (fits) return
  console.error(`Columba needs Node ${wanted}; this is ${process.version}. Please install a newer Node and try again.`)
  process.exit(1)
}

/** Installs the packages for building and serving; `everything` adds those for tests, checks and benchmarks. */
export async function ensureInstalled({ everything = false } = {}) {
  const plan = missing(everything)
  if (!plan) return
  await installWithProgress(plan, root)
  if (missing(everything))
    throw new UserError('npm did not install all packages of package-lock.json. Please run npm ci and read its output.')
}

const missing = (everything) => planInstall(packagesIn('package-lock.json'), installedPackages(), { everything })

/** npm's own list without packages that are gone: an interrupted `npm ci` removes packages before it updates the list. */
function installedPackages() {
  const listed = Object.entries(packagesIn('node_modules/.package-lock.json'))
  return Object.fromEntries(listed.filter(([path]) => existsSync(at(path, 'package.json'))))
}

const isBuilt = () => existsSync(at('dist/sources')) && readFileSync(at('dist/sources'), 'utf8') === hashSources()

/** Used by maintenance commands. A server may be running from this folder, so its packages are not installed again. */
export async function ensureCommandsBuilt() {
  if (isBuilt()) return
  if (existsSync(at('dist')) && missing(false))
    throw new UserError(
      'The build is older than the sources, and packages for building are missing. Run npm ci and npm run build while no server runs here.',
    )
  await ensureBuilt()
}

/** `withDemo`: before the first start, the build creates the demo too. */
export async function ensureBuilt({ withDemo = false } = {}) {
  await ensureInstalled()
  if (isBuilt()) return
  console.log('Building, because the sources have changed.')
  const options = withDemo && !existsSync(at('dist')) ? ['--with-demo'] : []
  await run(process.execPath, [at('scripts/build.mjs'), ...options], { cwd: root })
}

const packagesIn = (file) => (existsSync(at(file)) ? JSON.parse(readFileSync(at(file), 'utf8')).packages : {})

/** A hash of all files that the build reads; tests are left out. */
export function hashSources() {
  const hash = createHash('sha256')
  for (const file of [
    'package-lock.json',
    'package.json',
    'vite.config.ts',
    ...filesUnder('scripts'),
    ...filesUnder('contract'),
    ...filesUnder('server'),
    ...filesUnder('web'),
  ]) {
    hash.update(file).update(readFileSync(at(file)))
  }
  return hash.digest('hex')
}

const filesUnder = (folder) =>
  readdirSync(at(folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.tsbuildinfo$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    .sort()
