import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Role, Stage } from '#contract/roles.ts'
import { loadConfig } from '#server/core/config.ts'
import { type Context, createContext, type Services } from '#server/core/context.ts'
import { createLog } from '#server/core/log.ts'
import { auditLog, outbox } from '#server/database/schema.ts'
import { createFormReader, pictureRules } from '#server/documents/form-reader.ts'
import { createInspector } from '#server/documents/inspector.ts'
import type { App } from '#server/http/serve.ts'
import { longestWait } from '#server/http/slots.ts'
import { statementTimeout } from '#server/niches/search-niches.ts'
import { buildApp } from '#server/start/app.ts'
import { createServices } from '#server/start/services.ts'
import { sampleKey } from '#test/sample-key.ts'
import { type Caller, createCaller } from './caller.ts'
import { makeUser, type Person } from './factories.ts'
import { serveSignInWithoutPassword, startSessionOf } from './sign-in-without-password.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

export interface TestApp {
  app: App
  services: Services
  /** The context for calling actions directly, without an actor. */
  context: Context
  database: TestDatabase
  /** The current time, which changes only when a test sets it. */
  time: { now: Date }
  advanceTime: (milliseconds: number) => void
  /** A caller without a session. */
  anonymous: Caller
  /** A caller with this session cookie. */
  withCookie: (cookie: string) => Caller
  /** Signs in this person, or a new one of this role, up to that stage. */
  signIn: (who: Role | Person, stage?: Stage) => Promise<SignedInCaller>
  /** Moves the session of this caller to another stage, and returns the caller with the new cookie. */
  changeStage: (caller: SignedInCaller, stage: Stage) => Promise<SignedInCaller>
  /** The letters in the outbox, oldest first: all, or those of one recipient or kind, or whose text names `about`. */
  letters: (which?: { to?: string; kind?: string; about?: string }) => Promise<SentLetter[]>
  /** The audit log, oldest first: all, or the entries about a subject, of an action or of an actor. */
  auditEntries: (which?: { subject?: string; action?: string; actorID?: string }) => Promise<AuditEntry[]>
  close: () => Promise<void>
}

type AuditEntry = typeof auditLog.$inferSelect

export interface SignedInCaller extends Caller {
  person: Person
}

interface SentLetter {
  kind: string
  to: string
  subject: string
  text: string
  html: string
  calendar?: { method: string; content: string }
}

interface TestAppOptions {
  environment?: NodeJS.ProcessEnv
  /** Makes the services; if it is not given, apps share the threads that inspect files. */
  makeServices?: typeof createServices
  /** Services to swap for fakes. */
  replace?: Partial<Services>
  addEndpoints?: (app: App) => void
  /** A new database, unless this one is given. */
  database?: TestDatabase
}

/** Most test files have one applicant with many bookings. */
const manyBookings = { MAX_UNPAID_HOLDS: '999999', MAX_SUBMISSIONS_PER_HOUR: '999999' }

/**
 * A thread takes half a second to start from sources. There are two, so that two replicas do not wait for one. On a busy test
 * machine a certificate may wait longer for its inspection than the server allows.
 */
const inspect = createInspector(createLog('silent'), { threads: 2, maxWaitMs: 170_000 })
longestWait.ms = 170_000
/** Tests hold a lock for which a search waits. A connection gives up any statement after 20 s. */
statementTimeout.ms = 15_000

/** The services of a server, with the threads that inspect files shared by all apps of this process. */
export function createTestServices(...settings: Parameters<typeof createServices>): Services {
  const services = createServices(...settings)
  const { memory } = services
  const readForm = createFormReader({ memory, inspect })
  const readPictureForm = createFormReader({ memory, inspect, rules: pictureRules })
  return { ...services, readForm, readPictureForm }
}

/** Services for what only production asks for, with the card provider and the mail of the demo. */
export const createProductionServices = (...[database, config, clock]: Parameters<typeof createServices>): Services =>
  createTestServices(database, { ...config, mode: 'production' }, clock)

/** The whole server with its own database, called without a network. The bot check is off by default. */
export async function startTestApp({
  environment,
  makeServices = createTestServices,
  replace,
  addEndpoints,
  database: given,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = given ?? (await openTestDatabase())
  const time = { now: new Date() }
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    BOT_CHECK: 'off',
    ENCRYPTION_KEY: sampleKey,
    ...manyBookings,
    ...environment,
  })
  const services = { ...makeServices(database, config, () => time.now), ...replace }
  const context = createContext(services)
  const app = await buildApp(services)
  serveSignInWithoutPassword(app)
  addEndpoints?.(app)
  await app.ready()

  const anonymous = createCaller(app)
  const signIn = async (who: Role | Person, stage: Stage = 'full') => {
    const person = typeof who === 'string' ? await makeUser(context, { role: who }) : who
    return { ...createCaller(app, await startSessionOf(app, person.userID, stage)), person }
  }
  const changeStage = async ({ person, cookie }: SignedInCaller, stage: Stage) => ({
    ...createCaller(app, await startSessionOf(app, person.userID, stage, cookie)),
    person,
  })
  const advanceTime = (milliseconds: number) => {
    time.now = new Date(time.now.getTime() + milliseconds)
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
    advanceTime,
    anonymous,
    withCookie: (cookie) => createCaller(app, cookie),
    signIn,
    changeStage,
    letters: async ({ to, kind, about = '' } = {}) =>
      (await lettersIn(context)).filter(
        (letter) =>
          letter.to === (to ?? letter.to) && letter.kind === (kind ?? letter.kind) && letter.text.includes(about),
      ),
    auditEntries: ({ subject, action, actorID } = {}) =>
      database.db
        .select()
        .from(auditLog)
        .where(
          and(
            subject ? eq(auditLog.subject, subject) : undefined,
            action ? eq(auditLog.action, action) : undefined,
            actorID ? eq(auditLog.actorID, actorID) : undefined,
          ),
        )
        .orderBy(asc(auditLog.id)),
    close,
  }
}

/** Starts the app before the tests of a file, or before each, and closes it after them. Until then the object is empty. */
export function prepareTestApp(options?: TestAppOptions, when: 'once' | 'each' = 'once'): TestApp {
  const testApp = {} as TestApp
  before(when, async () => {
    Object.assign(testApp, await startTestApp(options))
  })
  const after = when === 'each' ? afterEach : afterAll
  after(() => testApp.close())
  return testApp
}

/** Signs in a new person of this role before the tests of a file, or before each. */
export function prepareCaller(testApp: TestApp, role: Role, when: 'once' | 'each' = 'once'): SignedInCaller {
  const caller = {} as SignedInCaller
  before(when, async () => {
    Object.assign(caller, await testApp.signIn(role))
  })
  return caller
}

const before = (when: 'once' | 'each', prepare: () => Promise<void>) =>
  when === 'each' ? beforeEach(prepare) : beforeAll(prepare)

/**
 * A test's clock often stands still, and PostgreSQL sorts rows of the same time in any order. `xmin` is the transaction that wrote a
 * row, `cmin` the statement in it.
 */
const inOrderOfWriting = sql`xmin::text::bigint, cmin::text::bigint`

async function lettersIn({ db, vault }: Context): Promise<SentLetter[]> {
  const rows = await db.select().from(outbox).orderBy(asc(outbox.createdAt), inOrderOfWriting)
  return rows.map(({ kind, to, subject, bodySealed }) => {
    const body = bodySealed ? JSON.parse(vault.openText(bodySealed)) : { text: '', html: '' }
    return { kind, to, subject, ...body }
  })
}
