import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('npm checks every package of the lock file against a hash, and fetches it from the registry', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const fetched = Object.entries<{ resolved?: string; integrity?: string }>(packages).filter(
    ([path, { resolved }]) => path && !resolved?.startsWith('file:'),
  )
  const unchecked = fetched.filter(
    ([, { resolved, integrity }]) =>
      !integrity?.startsWith('sha512-') || !resolved?.startsWith('https://registry.npmjs.org/'),
  )
  expect(fetched.length).toBeGreaterThan(300)
  expect(unchecked.map(([path]) => path)).toEqual([])
})
