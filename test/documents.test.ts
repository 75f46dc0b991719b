import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folders = ['bench', 'contract', 'deploy', 'docs', 'scripts', 'server', 'test', 'web']
const nested = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
)
const documents = [...readdirSync('.'), ...nested].filter((path) => path.endsWith('.md'))

test('every relative link in a Markdown file leads to a file that exists', () => {
  const links = documents.flatMap((file) => {
    const targets = readFileSync(file, 'utf8').matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)
    return [...targets].map(([, target = '']) => ({ file, target }))
  })
  expect(links.length).toBeGreaterThan(60)
  expect(links.filter(({ file, target }) => !existsSync(join(file, '..', target)))).toEqual([])
})

test('the index of decisions lists every record once', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const listed = [...index.matchAll(/^- \[\d+\]\((.+)\)/gm)].map(([, file]) => file)
  const records = readdirSync('docs/decisions').filter((file) => file !== 'README.md')
  expect(listed.toSorted()).toEqual(records.toSorted())
})
