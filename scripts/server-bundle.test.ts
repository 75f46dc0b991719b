import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serverBundle } from './server-bundle.mjs'

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const { packages }: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

/** The names that are in the lock file, and the names of all packages that they depend on. */
function withDependencies(names: string[], found = new Set<string>()): string[] {
  for (const name of names) {
    const locked = packages[`node_modules/${name}`]
    if (!locked || found.has(name)) continue
    found.add(name)
    withDependencies(Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }), found)
  }
  return [...found]
}

test('the image of deploy/Dockerfile contains every package that the bundle leaves out', () => {
  const copied = [...readFileSync('deploy/Dockerfile', 'utf8').matchAll(/ \.\/node_modules\/(\S+)$/gm)].map(
    (match) => match[1],
  )
  const needed = withDependencies(serverBundle.external)
  expect(needed).toContain('@node-rs/argon2-linux-x64-gnu')
  expect(needed.filter((name) => !copied.some((folder) => name.startsWith(`${folder}/`)))).toEqual([])
})
