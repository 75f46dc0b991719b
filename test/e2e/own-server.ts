import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import type { Database } from '#server/ports/database.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { buildApp } from '#server/start/app.ts'
import { listen } from '#server/start/listen.ts'
import { createServices } from '#server/start/services.ts'
import { copyPostgres, makePostgresTemplate } from '#test/postgres-template.ts'
import { sampleKey } from '#test/sample-key.ts'
import { serveSignInWithoutPassword } from '#test/sign-in-without-password.ts'
import { freePort } from '../../scripts/start-test-server.mjs'

export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>

/** The copies of the demo are opened with the key with which it was made. */
const settings = { LOG_LEVEL: 'silent', ENCRYPTION_KEY: sampleKey }

/** Makes the demo once for the whole run, and returns the name of its database, of which each server gets a copy. Not on the embedded engine, where opening one takes 2 s. */
export async function makeOwnDemo(postgresUrl: string) {
  const seed = (database: Database) => seedDemo(createContext(createServices(database, loadConfig(settings))))
  const { name } = await makePostgresTemplate(postgresUrl, seed)
  process.env.E2E_POSTGRES = postgresUrl
  process.env.E2E_DEMO_DATABASE = name
  return name
}

/** A demo server inside the test process, so that a test can also prepare its database and sign in without a password. */
export async function startOwnServer(changes: Partial<Config> = {}) {
  const { E2E_POSTGRES: postgresUrl = '', E2E_DEMO_DATABASE: demo } = process.env
  const database = await copyPostgres(postgresUrl, demo)
  const dataDir = await mkdtemp(join(tmpdir(), 'columba-own-'))
  const config = loadConfig({ ...settings, PORT: String(await freePort()), DATA_DIR: dataDir })
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const services = createServices(database, { ...config, ...changes }, clock)
  const context = createContext(services)
  const app = await buildApp(services)
  serveSignInWithoutPassword(app)
  await listen(app, services.config)
  const stop = async () => {
    await app.close()
    await database.close()
    await rm(dataDir, { recursive: true })
  }
  const advanceTime = (milliseconds: number) => {
    ahead += milliseconds
  }
  return { url: services.config.publicUrl, app, context, advanceTime, stop }
}
