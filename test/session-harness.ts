import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { type Role, type Stage, stages } from '#contract/roles.ts'
import { buildApp } from '#server/app.ts'
import { loadConfig } from '#server/config.ts'
import { users } from '#server/database/schema.ts'
import { type App, serve } from '#server/http/serve.ts'
import { startSession } from '#server/http/sessions.ts'
import { createServices } from '#server/services.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

const signInWithoutPassword = endpoint({
  method: 'POST',
  path: '/test/enter',
  roles: 'anyone',
  summary: 'Begins a session without asking for anything',
  body: z.object({ userID: z.string(), stage: z.enum(stages) }),
  reply: z.object({}),
})

export interface SessionHarness {
  app: App
  database: TestDatabase
  /** What the clock says; tests may put it forward. */
  time: { now: number }
  /** A new person of that role who has come to that stage of signing in, and the cookie that says so. */
  signIn: (role: Role, stage?: Stage) => Promise<{ userID: string; cookie: string }>
  /** The same person at another stage, from the browser that holds the cookie. */
  changeStage: (userID: string, stage: Stage, cookie: string) => Promise<string>
  close: () => Promise<void>
}

/** The server with a door that lets anyone in: for tests of the doors themselves. */
export async function startSessionHarness(environment: NodeJS.ProcessEnv = {}): Promise<SessionHarness> {
  const database = await openTestDatabase()
  const time = { now: Date.now() }
  const ENCRYPTION_KEY = Buffer.alloc(32).toString('base64')
  const config = loadConfig({ LOG_LEVEL: 'silent', ENCRYPTION_KEY, ...environment })
  const app = await buildApp(createServices(database, config, () => new Date(time.now)))
  serve(app, signInWithoutPassword, async (context, { body }, reply) => {
    await startSession(context, reply, body.userID, body.stage)
    return {}
  })

  const changeStage = async (userID: string, stage: Stage, cookie: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: signInWithoutPassword.path,
      payload: { userID, stage },
      headers: cookie ? { cookie } : {},
    })
    return String(answer.headers['set-cookie']).split(';')[0] ?? ''
  }
  const signIn = async (role: Role, stage: Stage = 'full') => {
    const userID = await insertPerson(database, role)
    return { userID, cookie: await changeStage(userID, stage, '') }
  }
  const close = async () => {
    await app.close()
    await database.close()
  }
  return { app, database, time, signIn, changeStage, close }
}

async function insertPerson({ db }: TestDatabase, role: Role): Promise<string> {
  const userID = randomUUID()
  await db.insert(users).values({
    userID,
    role,
    username: userID,
    email: `${userID}@test.example`,
    fullName: 'Tan Mei Ling',
    contactNumber: '91234567',
    contactKey: userID,
    nricSealed: Buffer.from('sealed'),
    nricHash: userID,
    gender: 'Female',
    nationality: 'Singaporean',
    dob: '1980-01-31',
    street: '1 Test Street',
  })
  return userID
}
