import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A checkout whose packages are installed, with a vitest that passes. */
let checkout: string
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'columba-checkout-'))
  cpSync('scripts', join(checkout, 'scripts'), { recursive: true })
  write('package.json', JSON.stringify({ type: 'module', engines: { node: '>=20' } }))
  write('package-lock.json', JSON.stringify({ packages: {} }))
  write('node_modules/.bin/vitest', '#!/bin/sh\n')
})
afterEach(() => rmSync(checkout, { recursive: true }))

function write(path: string, text: string) {
  mkdirSync(join(checkout, path, '..'), { recursive: true })
  writeFileSync(join(checkout, path), text, { mode: 0o755 })
}

/** Runs the unit tests where there is no program but this apt-get. openssl is missing then; Debian has the others in /usr/sbin. */
function testUnit(aptGet: string) {
  const calls = join(checkout, 'calls')
  write('bin/apt-get', `#!/bin/sh\necho "$@" >> ${calls}\n${aptGet}\n`)
  const env = { PATH: join(checkout, 'bin') }
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.mjs', 'unit'], {
    cwd: checkout,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, calls: existsSync(calls) ? readFileSync(calls, 'utf8') : '' }
}

test('a step that lacks a program which cannot be installed is reported as left out at the end, with the command that installs it', () => {
  const { status, stdout } = testUnit('exit 100')
  expect(status).toBe(0)
  const command = /On Debian: sudo apt-get install -y --no-install-recommends .*openssl/
  const [passed, leftOut] = stdout.trim().split('\n').slice(-2)
  expect(passed).toBe('Passed: .')
  expect(leftOut).toMatch(/^!!! LEFT OUT: unit\. .*Only the tests of what deploy\/ sets up\. The tests need .*openssl/)
  expect(leftOut).toMatch(command)
})

test.runIf(process.getuid?.() === 0)('a step installs the programs that it lacks, and then passes', () => {
  write('bin/unshare', '#!/bin/sh\n')
  const { status, stdout, calls } = testUnit(
    `[ "$1" = update ] || for name in nginx openssl nft ip; do /bin/cp "$0" ${checkout}/bin/$name; done`,
  )
  expect({ status, end: stdout.trim().split('\n').at(-1) }).toEqual({ status: 0, end: 'Passed: unit.' })
  expect(calls).toMatch(/^update -q\ninstall -y --no-install-recommends .*openssl.*\n$/)
})

test('tests that do what the machine forbids are named at the end', () => {
  for (const name of ['nginx', 'openssl', 'nft', 'ip']) write(`bin/${name}`, '#!/bin/sh\n')
  const { status, stdout } = testUnit('exit 100')
  expect(status).toBe(0)
  const [passed, leftOut] = stdout.trim().split('\n').slice(-2)
  expect(passed).toBe('Passed: .')
  expect(leftOut).toMatch(
    /^!!! LEFT OUT: unit\. The machine forbids the tests of .*the limits of connections in the kernel, /,
  )
})
