import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A checkout that was built, with one command, and an npm that only leaves a trace. */
let checkout: string
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'columba-checkout-'))
  cpSync('scripts', join(checkout, 'scripts'), { recursive: true })
  const engines = { node: '>=20' }
  write('package.json', JSON.stringify({ type: 'module', engines }))
  write('package-lock.json', JSON.stringify({ packages: { 'node_modules/fastify': { version: '5.0.0' } } }))
  for (const source of ['vite.config.ts', 'server/main.ts', 'contract/a.ts', 'web/a.ts']) write(source, '')
  write('dist/server/commands/audit-verify.js', "console.log('verified', process.argv.slice(2).join())")
  write('bin/npm', '#!/bin/sh\necho "$@" >> "$(dirname "$0")/../npm-calls"\nexit 1\n')
})
afterEach(() => rmSync(checkout, { recursive: true }))

function write(path: string, text: string) {
  mkdirSync(join(checkout, path, '..'), { recursive: true })
  writeFileSync(join(checkout, path), text, { mode: 0o755 })
}

function node(args: string[]) {
  const PATH = `${join(checkout, 'bin')}${delimiter}${process.env.PATH}`
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: checkout,
    env: { PATH },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr, calledNpm: existsSync(join(checkout, 'npm-calls')) }
}

const runCommand = (...args: string[]) => node(['scripts/run-command.mjs', ...args])

function markAsBuilt() {
  const script = "import { hashSources } from './scripts/checkout.mjs'; process.stdout.write(hashSources())"
  write('dist/sources', node(['--input-type=module', '-e', script]).output)
}

test('a command runs from the build, and installs nothing although packages are missing', () => {
  markAsBuilt()
  expect(runCommand('audit-verify', '--head', 'x')).toEqual({
    status: 0,
    output: 'verified --head,x\n',
    calledNpm: false,
  })
})

test('a command refuses a build that is older than the sources if packages are missing, and installs nothing', () => {
  markAsBuilt()
  write('server/main.ts', 'changed()')
  const { status, output, calledNpm } = runCommand('audit-verify')
  expect({ status, calledNpm }).toEqual({ status: 1, calledNpm: false })
  expect(output).toContain('Run npm ci and npm run build while no server runs here.')
})

test('an unknown command is refused with the names of all commands', () => {
  markAsBuilt()
  expect(runCommand('audit')).toMatchObject({
    status: 1,
    output: 'There is no command audit. The commands are: audit-verify.\n',
  })
})

test('in the image, which has no sources, a command runs without the other scripts', () => {
  for (const path of ['server', 'contract', 'web', 'scripts/checkout.mjs', 'scripts/npm.mjs', 'scripts/packages.mjs'])
    rmSync(join(checkout, path), { recursive: true })
  expect(runCommand('audit-verify')).toEqual({ status: 0, output: 'verified \n', calledNpm: false })
})
