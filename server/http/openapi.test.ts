import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { generateTypes } from 'columba-client-generator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '#server/core/config.ts'
import { root } from '#server/core/project-root.ts'
import { buildApp } from '#server/start/app.ts'
import { createServices } from '#server/start/services.ts'
import { sampleKey } from '#test/sample-key.ts'
import { openTestDatabase, type TestDatabase } from '#test/test-database.ts'
import type { App } from './serve.ts'

interface Operation {
  operationId: string
  description: string
  security: unknown[]
  responses: Record<string, unknown>
}

let database: TestDatabase
let app: App
let description: string
let operations: Operation[]
beforeAll(async () => {
  database = await openTestDatabase()
  app = await buildApp(
    createServices(database, loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey }), () => new Date()),
  )
  description = (await app.inject('/api/openapi.json')).body
  const paths: Record<string, Record<string, Operation>> = JSON.parse(description).paths
  operations = Object.values(paths).flatMap((path) => Object.values(path))
})
afterAll(async () => {
  await app.close()
  await database.close()
})

test('openapi.json passes the recommended rules of Redocly without errors or warnings', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: description, config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('openapi.json gives each endpoint a unique name with its domain', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(names).toHaveLength(app.endpoints.length)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*\.[a-zA-Z]+$/)
  expect(names).toContain('bookings.approve')
})

test('openapi.json requires the session cookie except for public endpoints, and describes error replies', () => {
  const refused = { $ref: '#/components/responses/Refused' }
  for (const { description, security, responses } of operations) {
    expect(security).toEqual(description === 'Anyone may call this.' ? [] : [{ session: [] }])
    expect(responses).toMatchObject({ '4XX': refused, default: refused })
  }
})

const client = `
import type { operations, paths } from './columba-api'

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Reply<Id extends keyof operations> = Json<operations[Id]['responses'][200]>
type Body<Id extends keyof operations> = Json<NonNullable<operations[Id]['requestBody']>>

export const role = (me: Reply<'accounts.me'>): 'user' | 'staff' | 'admin' | 'witness' => me.role
export const approval: Body<'bookings.approve'> = { bookingID: 'B-1' }
export const codes = (niches: Reply<'niches.niches'>): string[] => niches.map((niche) => niche.nicheCode)
export const sentence = (refusal: Json<operations['bookings.approve']['responses']['4XX']>): string => refusal.error
export const query: paths['/api/booking/search']['get']['parameters']['query'] = { query: '91234567' }
// @ts-expect-error A call to approve names the booking.
export const nothing: Body<'bookings.approve'> = {}
`

test('types generated from openapi.json by openapi-typescript, used by a client, type-check', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'columba-client-'))
  try {
    await writeFile(join(folder, 'columba-api.ts'), await generateTypes(description))
    await writeFile(join(folder, 'client.ts'), client)
    const flags = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--types', '', '--module', 'esnext']
    const tsc = join(root, 'node_modules/.bin/tsc')
    const { status, stdout } = spawnSync(tsc, [...flags, 'client.ts'], { cwd: folder, encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  } finally {
    await rm(folder, { recursive: true })
  }
})
