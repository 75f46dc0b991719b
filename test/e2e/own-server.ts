import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, loadConfig } from '#server/core/config.ts'
import { createContext } from '#server/core/context.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { buildApp } from '#server/start/app.ts'
import { listen } from '#server/start/listen.ts'
import { openServices } from '#server/start/services.ts'
import { serveSignInWithoutPassword } from '#test/sign-in-without-password.ts'
import { freePort } from '../../scripts/start-test-server.mjs'

export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>

/** A data folder with the demo, made once for the whole run: each server gets a copy, because making one takes seconds. */
export async function makeDemoFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'columba-demo-'))
  const services = await openServices(loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
  await seedDemo(createContext(services))
  await services.database.close()
  return dataDir
}

/** Not the folder itself, from which later servers are copied. At once, because `cp` takes five times as long for a thousand files. */
export async function copyDemoFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'columba-own-'))
  cpSync(process.env.E2E_DEMO_FOLDER ?? '', dataDir, { recursive: true })
  return dataDir
}

/** A demo server inside the test process, so that a test can also prepare its database and sign in without a password. */
export async function startOwnServer(settings: Partial<Config> = {}) {
  const dataDir = await copyDemoFolder()
  const config = loadConfig({ PORT: String(await freePort()), DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const services = { ...(await openServices({ ...config, ...settings })), clock }
  const context = createContext(services)
  const app = await buildApp(services)
  serveSignInWithoutPassword(app)
  await listen(app, services.config)
  const stop = async () => {
    await app.close()
    await services.database.close()
    await rm(dataDir, { recursive: true })
  }
  const advanceTime = (milliseconds: number) => {
    ahead += milliseconds
  }
  return { url: services.config.publicUrl, app, context, advanceTime, stop }
}
