import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '#server/database/schema.ts'

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

test('the table of decision 38 lists every kind of letter and nothing else', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('letters.ts'),
  )
  const code = files.map((file) => readFileSync(join('server', file), 'utf8')).join('\n')
  const declared = [...code.matchAll(/\b(?:letter|oncePer)\(([^,]*)/g)].flatMap(([, kinds = '']) => quoted(kinds, "'"))
  const record = readFileSync('docs/decisions/0038-limits-on-letters.md', 'utf8')
  const listed = [...record.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, cell = '']) => quoted(cell, '`'))
  expect(declared.length).toBeGreaterThan(50)
  expect(new Set(listed)).toEqual(new Set(declared))
})

const quoted = (text: string, mark: string) => text.split(mark).filter((_, index) => index % 2 === 1)

test('only files called letters.ts make letters, so that the test above sees every kind', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/letters\.ts$|\.test\.ts$|^mail/.test(file))
    .map((file) => [file, readFileSync(join('server', file), 'utf8')] as const)
  const others = sources.filter(([, code]) => /\bletter\(|\bparagraphs:/.test(code))
  expect(others.map(([file]) => file)).toEqual([])
})

test('docs/privacy.md says what each table holds about people, or that it holds nothing, and then it refers to no account', () => {
  const tables = Object.values(schema)
    .filter((each) => is(each, PgTable))
    .map(getTableConfig)
  const [, held = ''] = readFileSync('docs/privacy.md', 'utf8').split(/^## /m)
  const [rows = '', others = ''] = held.split('These tables say nothing about a person:')
  const [withPeople, without] = [namesIn(rows), namesIn(others)]
  expect([...new Set(withPeople), ...without].toSorted()).toEqual(tables.map(({ name }) => name).toSorted())

  const refersToPerson = ({ foreignKeys, columns }: (typeof tables)[number]) =>
    foreignKeys.some((key) => key.reference().foreignTable === schema.users) ||
    columns.some(({ name }) => name === 'user_id')
  expect(without).not.toEqual([])
  expect(tables.filter((table) => without.includes(table.name) && refersToPerson(table))).toEqual([])
})

const namesIn = (text: string) => quoted(text, '`').filter((name) => /^[a-z_]+$/.test(name))
