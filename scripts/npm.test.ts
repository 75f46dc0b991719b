import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const installScript = `
import { installWithProgress } from ${JSON.stringify(resolve('scripts/npm.mjs'))}
import { main } from ${JSON.stringify(resolve('scripts/run.mjs'))}
main(() => installWithProgress({ args: ['ci'], folders: ['node_modules/one', 'node_modules/two'] }, process.cwd()))
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'columba-npm-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Installs with a fake npm, which is first on the path. */
function install(npm: string) {
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 })
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` }
  const child = spawn(process.execPath, ['--input-type=module', '-e', installScript], { cwd: folder, env })
  const shown = { out: '', error: '' }
  child.stdout.on('data', (chunk) => {
    shown.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    shown.error += chunk
  })
  const ended = new Promise<number | null>((done) => child.on('close', done))
  return { child, shown, ended }
}

test('an installation that succeeds shows its progress and no output of npm', async () => {
  const { ended, shown } = install(
    'for name in one two; do mkdir -p node_modules/$name; echo {} > node_modules/$name/package.json; done; echo added two',
  )
  expect(await ended).toBe(0)
  expect(shown.out).toMatch(/^Installing packages: \d of 2 in place after \d+ s\n/)
  expect(shown.out).toMatch(/Installed 2 packages in \d+ s\.\n$/)
  expect(shown.out + shown.error).not.toContain('added two')
})

test('an installation that fails shows the whole output of npm', async () => {
  const { ended, shown } = install('echo npm error code E404 >&2; echo npm error no such package >&2; exit 3')
  expect(await ended).toBe(1)
  expect(shown.error).toContain('npm error code E404\nnpm error no such package\n')
  expect(shown.error).toContain('ended with code 3.')
})

test('an installation that is interrupted also ends npm, and says that the next start installs again', async () => {
  const { child, ended, shown } = install('echo $$ > starting; mv starting pid; exec sleep 60')
  const pid = join(folder, 'pid')
  await vi.waitFor(() => expect(existsSync(pid)).toBe(true), 60_000)
  child.kill('SIGTERM')
  expect(await ended).toBe(1)
  expect(shown.error).toBe('The installation was stopped. The next start begins it again.\n')
  expect(() => process.kill(Number(readFileSync(pid, 'utf8')), 0)).toThrow('ESRCH')
})
