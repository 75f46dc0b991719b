import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { allEndpoints, endpointName } from '#contract/endpoints.ts'
import { auditLog } from '#server/database/schema.ts'
import { prepareCaller, prepareTestApp } from '#test/test-app.ts'

const testApp = prepareTestApp()
const admin = prepareCaller(testApp, 'admin')

/** The others are one's own data, and the problems of a file that is sent along. */
const exportsOfHouse = allEndpoints.filter(
  ({ method, sends = '' }) => method === 'GET' && ['text/csv', 'application/zip'].includes(sends),
)

test.each(exportsOfHouse.map((endpoint) => [endpointName(endpoint), endpoint.path]))(
  'the export %s is in the audit log with who asked for it',
  async (_name, path) => {
    const { db } = testApp.context
    const before = await db.$count(auditLog)
    const url = `${path}?from=2026-01-01&to=2026-12-31`
    expect((await testApp.app.inject({ url, headers: { cookie: admin.cookie } })).statusCode).toBe(200)
    const added = (await db.select().from(auditLog).orderBy(asc(auditLog.id))).slice(before)
    expect(added).toMatchObject([{ actorID: admin.person.userID, action: expect.stringMatching(/\bexport(ed)?$/) }])
  },
)

test('the house has seven exports', () => {
  expect(exportsOfHouse).toHaveLength(7)
})
