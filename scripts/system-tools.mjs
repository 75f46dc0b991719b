import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { UserError } from './run.mjs'

/** The programs that tests and benchmarks need besides Node, and how to install them. */

const tools = [
  { name: 'PostgreSQL', find: findPostgres, debian: ['postgresql'] },
  { name: 'Chromium', find: findChromium, debian: ['chromium'] },
  { name: 'oathtool', find: () => onPath('oathtool'), debian: ['oathtool'] },
]

/** On Debian as root, installs what is missing; otherwise fails with the command that installs it. */
export function ensureTools() {
  const missing = tools.filter(({ find }) => !find())
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(' and ')
  const install = ['install', '-y', '--no-install-recommends', ...missing.flatMap(({ debian }) => debian)]
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log(`Installing ${names}.`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: ['ignore', 'inherit', 'inherit'], env })
    spawnSync('apt-get', install, { stdio: ['ignore', 'inherit', 'inherit'], env })
  }
  const still = missing.filter(({ find }) => !find()).map(({ name }) => name)
  if (still.length > 0)
    throw new UserError(`The tests need ${still.join(' and ')}. On Debian: sudo apt-get ${install.join(' ')}`)
}

/** The folder of PostgreSQL's programs. Debian does not put them on the path; its newest version is preferred. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...searchPath(), ...versions.map((version) => join(debian, version, 'bin'))]
  return folders.find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')))
}

export function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  return (
    names.map(onPath).find(Boolean) ?? ['/usr/bin/chromium', playwrightsOwn()].find((path) => path && isProgram(path))
  )
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('@playwright/test').chromium.executablePath()
  } catch {
    return undefined
  }
}

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
