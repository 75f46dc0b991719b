import type { Role, Stage } from '#contract/roles.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import type { App } from '#server/http/serve.ts'
import { createServices } from '#server/services.ts'
import { makeUser } from './factories.ts'
import { serveSignInWithoutPassword, startSessionOf } from './sign-in-without-password.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

export interface SessionHarness {
  app: App
  database: TestDatabase
  /** The current time, which changes only when a test sets it. */
  time: { now: number }
  /** Signs in a new person of that role, up to that stage. */
  signIn: (role: Role, stage?: Stage) => Promise<{ userID: string; cookie: string }>
  /** Moves the same person to another stage and returns the new cookie; `cookie` is that of their browser. */
  changeStage: (userID: string, stage: Stage, cookie: string) => Promise<string>
  close: () => Promise<void>
}

/** Like `startTestApp`, but not yet started, so that a test can add endpoints, and with the bot check on. */
export async function startSessionHarness(environment: NodeJS.ProcessEnv = {}): Promise<SessionHarness> {
  const database = await openTestDatabase()
  const time = { now: Date.now() }
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64')
  const config = loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY, ...environment })
  const services = createServices(database, config, () => new Date(time.now))
  const app = await buildApp(services)
  serveSignInWithoutPassword(app)

  const changeStage = (userID: string, stage: Stage, cookie: string) => startSessionOf(app, userID, stage, cookie)
  const signIn = async (role: Role, stage: Stage = 'full') => {
    const { userID } = await makeUser({ db: database.db, vault: services.vault }, { role })
    return { userID, cookie: await startSessionOf(app, userID, stage) }
  }
  const close = async () => {
    await app.close()
    await database.close()
  }
  return { app, database, time, signIn, changeStage, close }
}
