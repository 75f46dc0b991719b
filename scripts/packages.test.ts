import { expect, test } from 'vitest'
import { planInstall } from './packages.mjs'

const locked = {
  '': { name: 'columba', version: '1.0.0' },
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/fastify/node_modules/ajv': { version: '8.0.0' },
  'node_modules/argon2-linux': { version: '2.0.0', optional: true },
  'node_modules/argon2-windows': { version: '2.0.0', optional: true },
  'node_modules/vitest': { version: '4.0.0', dev: true },
  'node_modules/fsevents': { version: '2.0.0', dev: true, optional: true },
  'node_modules/tsx': { version: '4.0.0', devOptional: true },
}
const only = (...paths: (keyof typeof locked)[]) => Object.fromEntries(paths.map((path) => [path, locked[path]]))
const started = only(
  'node_modules/fastify',
  'node_modules/fastify/node_modules/ajv',
  'node_modules/argon2-linux',
  'node_modules/tsx',
)
const complete = { ...started, ...only('node_modules/vitest') }
const everything = { everything: true }
const base = ['node_modules/fastify', 'node_modules/fastify/node_modules/ajv']
const all = [...base, 'node_modules/vitest', 'node_modules/tsx']

test('planInstall with nothing installed installs only what npm start needs', () => {
  expect(planInstall(locked, {})).toEqual({ args: ['ci', '--omit=dev'], folders: base })
})

test('planInstall with nothing installed and everything wanted installs both groups', () => {
  expect(planInstall(locked, {}, everything)).toEqual({ args: ['ci', '--include=dev'], folders: all })
})

test('planInstall after npm start has nothing to install for another start', () => {
  expect(planInstall(locked, started)).toBeUndefined()
})

test('planInstall after npm start with everything wanted adds packages and removes none', () => {
  const plan = { args: ['install', '--no-save', '--include=dev'], folders: all }
  expect(planInstall(locked, started, everything)).toEqual(plan)
  const { 'node_modules/tsx': tsx, ...withoutTsx } = started
  expect(planInstall(locked, { ...withoutTsx, ...only('node_modules/vitest') }, everything)).toEqual(plan)
})

test('planInstall with everything installed has nothing to install', () => {
  expect(planInstall(locked, complete)).toBeUndefined()
  expect(planInstall(locked, complete, everything)).toBeUndefined()
})

test('planInstall with an outdated dependency installs again', () => {
  const outdated = { ...started, 'node_modules/fastify': { version: '4.0.0' } }
  expect(planInstall(locked, outdated)).toEqual({ args: ['ci', '--omit=dev'], folders: base })
})

test('planInstall with an outdated dependency and the test packages installed keeps the test packages', () => {
  const outdated = { ...complete, 'node_modules/fastify': { version: '4.0.0' } }
  expect(planInstall(locked, outdated)).toEqual({ args: ['ci', '--include=dev'], folders: all })
})

test('planInstall with an outdated test package installs nothing for npm start, and updates it for tests', () => {
  const outdated = { ...complete, 'node_modules/vitest': { version: '3.0.0', dev: true } }
  expect(planInstall(locked, outdated)).toBeUndefined()
  expect(planInstall(locked, outdated, everything)).toEqual({
    args: ['install', '--no-save', '--include=dev'],
    folders: all,
  })
})

test('planInstall with an outdated optional package installs again', () => {
  const outdated = { ...started, 'node_modules/argon2-linux': { version: '1.0.0', optional: true } }
  expect(planInstall(locked, outdated)?.args).toEqual(['ci', '--omit=dev'])
})
