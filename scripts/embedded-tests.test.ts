import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { embeddedTests } from './embedded-tests.mjs'

test('every test for the embedded engine exists', () => {
  expect(embeddedTests.filter((file) => !existsSync(file))).toEqual([])
})

test('every server domain has a test on the embedded engine', () => {
  const domains = readdirSync('server').filter((folder) => existsSync(`server/${folder}/routes.ts`))
  expect(domains.length).toBeGreaterThan(10)
  expect(domains.filter((domain) => !embeddedTests.some((file) => file.startsWith(`server/${domain}/`)))).toEqual([])
})
