import { asc } from 'drizzle-orm'
import type { Role, Stage } from '#contract/roles.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { type Context, createContext, type Services } from '#server/context.ts'
import { outbox } from '#server/database/schema.ts'
import type { App } from '#server/http/serve.ts'
import { createServices } from '#server/services.ts'
import { type Caller, createCaller } from './caller.ts'
import { makeUser, type Person } from './factories.ts'
import { serveSignInWithoutPassword, signInWithoutPassword } from './sign-in-without-password.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

export interface TestApp {
  app: App
  services: Services
  /** For actions called directly, by nobody in particular. */
  context: Context
  database: TestDatabase
  /** What the clock says; it stands still until a test moves it. */
  time: { now: Date }
  /** Someone who has no session. */
  anonymous: Caller
  /** Whoever holds this session cookie. */
  withCookie: (cookie: string) => Caller
  /** A person, a new one unless given, who has come to that stage of signing in. */
  signIn: (who: Role | Person, stage?: Stage) => Promise<SignedInCaller>
  /** The letters in the outbox, oldest first. */
  letters: () => Promise<SentLetter[]>
  close: () => Promise<void>
}

export interface SignedInCaller extends Caller {
  person: Person
}

export interface SentLetter {
  kind: string
  to: string
  subject: string
  text: string
  html: string
}

/** The whole server over a database of its own, called without a network. `replace` puts a fake in the place of a service. */
export async function startTestApp(
  environment: Record<string, string> = {},
  replace: Partial<Services> = {},
): Promise<TestApp> {
  const database = await openTestDatabase()
  const time = { now: new Date() }
  const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64')
  const config = loadConfig({ LOG_LEVEL: 'silent', BOT_CHECK: 'off', ENCRYPTION_KEY, ...environment })
  const services = { ...createServices(database, config, () => time.now), ...replace }
  const context = createContext(services)
  const app = await buildApp(services)
  serveSignInWithoutPassword(app)
  await app.ready()

  const anonymous = createCaller(app)
  const signIn = async (who: Role | Person, stage: Stage = 'full') => {
    const person = typeof who === 'string' ? await makeUser(context, { role: who }) : who
    const { cookie } = await anonymous.call(signInWithoutPassword, { body: { userID: person.userID, stage } })
    return { ...createCaller(app, cookie), person }
  }
  const close = async () => {
    await app.close()
    await database.close()
  }
  return {
    app,
    services,
    context,
    database,
    time,
    anonymous,
    withCookie: (cookie) => createCaller(app, cookie),
    signIn,
    letters: () => lettersIn(context),
    close,
  }
}

async function lettersIn({ db, vault }: Context): Promise<SentLetter[]> {
  const rows = await db.select().from(outbox).orderBy(asc(outbox.createdAt))
  return rows.map(({ kind, to, subject, bodySealed }) => {
    const body = bodySealed ? JSON.parse(vault.openText(bodySealed)) : { text: '', html: '' }
    return { kind, to, subject, ...body }
  })
}
