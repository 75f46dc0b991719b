import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { UserError } from './run.mjs'

/** The programs that tests and benchmarks need besides Node, and how to install them. */

const headlessShell = 'chromium-headless-shell'

const tools = [
  { name: 'PostgreSQL', find: findPostgres, debian: 'postgresql' },
  /** The tests take a fifth less time without the parts of a window. Not every Debian has this package. */
  { name: 'Chromium', find: findTestBrowser, debian: headlessShell, anyDebian: 'chromium' },
  { name: 'oathtool', find: () => onPath('oathtool'), debian: 'oathtool' },
  /** Its csv module reads what Columba exports. */
  { name: 'Python', find: () => onPath('python3'), debian: 'python3' },
]

const proofTools = [
  { name: 'nginx', find: findNginx, debian: 'nginx-light', anyDebian: 'nginx' },
  { name: 'openssl', find: () => onPath('openssl'), debian: 'openssl' },
  { name: 'nft', find: () => onSystemPath('nft'), debian: 'nftables' },
  { name: 'ip', find: () => onSystemPath('ip'), debian: 'iproute2' },
]

const otherBrowsers = [
  { name: 'Firefox', find: findFirefox, debian: 'firefox-esr' },
  { name: 'WebKit', find: findWebKitDriver, debian: 'webkit2gtk-driver' },
  /** A screen for WebKit, which has no mode without one. */
  { name: 'Xvfb', find: findXvfb, debian: 'xvfb' },
]

/** Installs what is missing on Debian as root; otherwise fails with the command that installs it. */
export function ensureTools({ forProofs = false, inAllBrowsers = false } = {}) {
  const missing = installMissing([...tools, ...(forProofs ? proofTools : []), ...(inAllBrowsers ? otherBrowsers : [])])
  if (missing) throw new UserError(missing)
}

/** The same for the proofs alone, but returns the sentence with the command, or undefined if nothing is missing. */
export const installProofTools = () => installMissing(proofTools)

/** What some tests do that only root may, and that a container may forbid even to root; and what these tests are about. */
const powers = {
  install: { can: () => process.getuid?.() === 0, tests: 'installing what is missing' },
  count: {
    /** The tests open 2,600 connections in one process, over IPv6 too. */
    can: () =>
      works('unshare', '--net', 'sh', '-c', 'nft list ruleset && ulimit -n 8192 && ip addr add 2001:db8::1/128 dev lo'),
    tests: 'the limits of connections in the kernel',
  },
  mount: {
    can: () => works('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()),
    tests: 'a proxy whose disk is full',
  },
  isolate: {
    can: () => works('unshare', '--pid', '--fork', '--kill-child', '--mount-proc', 'true'),
    tests: 'two containers with one data folder',
  },
}
const works = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** @param {keyof typeof powers} power */
export const can = (power) => powers[power].can()

/** The sentence that names the tests which the machine forbids, or undefined if it forbids none of these. */
export function findForbidden(...names) {
  const tests = names.filter((name) => !can(name)).map((name) => powers[name].tests)
  return tests.length > 0 ? `The machine forbids the tests of ${tests.join(', ')}.` : undefined
}

function installMissing(wanted) {
  const findMissing = () => wanted.filter(({ find }) => !find())
  const missing = findMissing()
  if (missing.length === 0) return undefined
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log(`Installing ${missing.map(({ name }) => name).join(' and ')}.`)
    runApt('update', '-q')
    runApt(...installation(missing, 'debian'))
    if (findMissing().length > 0) runApt(...installation(findMissing(), 'anyDebian'))
  }
  const still = findMissing()
  if (still.length === 0) return undefined
  const names = still.map(({ name }) => name).join(' and ')
  return `The tests need ${names}. On Debian: sudo apt-get ${installation(still, 'anyDebian').join(' ')}`
}

const installation = (missing, packageFor) => [
  'install',
  '-y',
  '--no-install-recommends',
  ...missing.map((tool) => tool[packageFor] ?? tool.debian),
]

const runApt = (...args) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })

/** The folder of PostgreSQL's programs. Debian does not put them on the path; its newest version is preferred. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...searchPath(), ...versions.map((version) => join(debian, version, 'bin'))]
  const found = folders.find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')))
  /** A folder on the path may only link to some of the programs. */
  return found && dirname(realpathSync(join(found, 'postgres')))
}

export function findTestBrowser() {
  return onPath(headlessShell) ?? findChromium()
}

/** The browser with all parts of a window, as people use it. Benchmarks measure with it. */
export function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  return (
    names.map(onPath).find(Boolean) ??
    ['/usr/bin/chromium', playwrightsOwn()].find((path) => path && isProgram(path)) ??
    onPath(headlessShell)
  )
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('@playwright/test').chromium.executablePath()
  } catch {
    return undefined
  }
}

export function findFirefox() {
  return onPath('firefox-esr') ?? onPath('firefox')
}

export function findWebKitDriver() {
  return onPath('WebKitWebDriver')
}

export function findXvfb() {
  return onPath('Xvfb')
}

export function findNginx() {
  return onSystemPath('nginx')
}

/** Debian has some programs where ordinary users do not look for them. */
const onSystemPath = (name) => onPath(name) ?? [`/usr/sbin/${name}`].find(isProgram)

const onPath = (name) =>
  searchPath()
    .map((folder) => join(folder, name))
    .find(isProgram)

const searchPath = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean)

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
