import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { buildProgram } from '#test/child-process.ts'
import { type FakeSMTP, startSMTP } from '#test/fakes/smtp.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { registerInstallation } from './installation.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

/** Only a production server sends letters, and it needs PostgreSQL. */
const onPostgres = process.env.TEST_ENGINE === 'postgres'
const letters = 12
const note = { kind: 'note', subject: 'A', paragraphs: ['B'] }

let columba: Awaited<ReturnType<typeof buildProgram>>
let testApp: TestApp
let smtp: FakeSMTP
beforeAll(async () => {
  columba = await buildProgram('server/main.ts')
  testApp = await startTestApp()
  smtp = await startSMTP()
  smtp.think(1000)
})
afterAll(async () => {
  await smtp.close()
  await testApp.close()
  await columba.remove()
})

const addressee = (index: number) => `person${index}@test.example`

const startProduction = (changes: Record<string, string> = {}) =>
  columba.run({
    COLUMBA_MODE: 'production',
    DATABASE_URL: testApp.database.url ?? '',
    ENCRYPTION_KEY: testApp.services.config.encryptionKey ?? '',
    PUBLIC_URL: 'https://columba.example',
    PORT: '0',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'care@columba.example',
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    ALLOW_INSECURE: 'STRIPE_SECRET_KEY,STRIPE_PUBLISHABLE_KEY',
    ...changes,
  })

/** Starts a production server, and stops it with SIGTERM once that many letters were accepted. */
async function sendLetters(count: number) {
  const server = startProduction()
  await server.waitForOutput('Columba is ready')
  await vi.waitUntil(() => smtp.accepted.length >= count, { timeout: 60_000, interval: 20 })
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  return server.stdout()
}

test.runIf(onPostgres)(
  'a server that stops with a long queue sends no letter twice and leaves the rest for the next start',
  async () => {
    await registerInstallation(testApp.database, { ...testApp.services.config, mode: 'production' })
    for (let index = 0; index < letters; index++)
      await enqueueLetter(testApp.context, { email: addressee(index) }, note)

    const log = await sendLetters(2)
    expect(smtp.accepted.length).toBeLessThan(letters)
    expect(log).toContain('"setting":"STRIPE_SECRET_KEY"')

    smtp.think(200)
    await sendLetters(letters)
    const reached = smtp.accepted.flatMap(({ to }) => to).sort()
    expect(reached).toEqual(Array.from({ length: letters }, (_, index) => addressee(index)).sort())
  },
)

test.runIf(onPostgres)('a server that the database does not answer while it starts accepts no requests', async () => {
  const { db, url = '' } = testApp.database
  const role = `one_connection_${randomUUID()}`
  await registerInstallation(testApp.database, { ...testApp.services.config, mode: 'production' })
  await db.execute(
    sql`create role ${sql.identifier(role)} login connection limit 1 in role pg_read_all_data, pg_write_all_data`,
  )
  const server = startProduction({
    DATABASE_URL: Object.assign(new URL(url), { username: role }).href,
    LOG_LEVEL: 'info',
  })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toContain('too many connections for role')
  expect(server.stdout()).not.toContain('Server listening')
  await db.execute(sql`drop role ${sql.identifier(role)}`)
})
