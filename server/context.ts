import type { Logger } from 'pino'
import type { Role } from '#contract/roles.ts'
import type { BotCheck } from './accounts/bot-check.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './database/database.ts'
import type { FormReader } from './http/form-reader.ts'
import type { CardGateway } from './payments/gateway.ts'
import type { Vault } from './vault.ts'

export type Clock = () => Date

/** Who is asking, as the session says; never as the request says. */
export interface Actor {
  userID: string
  name: string
  role: Role
  /** The hash under which this session is kept, so that every other one can be ended. */
  sessionHash: string
}

/** What an action may reach. The server acts for itself (sweeper, webhook) without an actor. */
export interface Context {
  db: Db
  actor: Actor | undefined
  clock: Clock
  config: Config
  vault: Vault
  gateway: CardGateway
  botCheck: BotCheck
  log: Logger
  client: { address: string; requestID: string }
  /** Tells every replica, once what was written can be seen. */
  notify: Database['notify']
  /** Hears what any replica tells. */
  listen: Database['listen']
  /** Work for after the commit: messages to other replicas, calls to the provider. Dropped when the transaction fails. */
  afterCommit: (work: () => Promise<void>) => void
}

export type SignedInContext = Context & { actor: Actor }

/** What a running server holds, for all requests alike. */
export interface Services extends Pick<Context, 'clock' | 'config' | 'vault' | 'gateway' | 'botCheck' | 'log'> {
  database: Database
  /** How forms with files are read. */
  readForm: FormReader
}

const noClient = { address: '', requestID: '' }

/** The services in the hands of one caller, or of the server itself. */
export function createContext(services: Services, actor?: Actor, client: Context['client'] = noClient): Context {
  const { database, clock, config, vault, gateway, botCheck, log } = services
  const { db, notify, listen } = database
  const afterCommit = (work: () => Promise<void>) => void runAfterCommit(log, [work])
  return { db, actor, clock, config, vault, gateway, botCheck, log, client, notify, listen, afterCommit }
}

/** Runs the work in one transaction; inside, only the transaction is in reach. What it left for later runs after the commit. */
export async function inTransaction<C extends Context, T>(context: C, work: (context: C) => Promise<T>): Promise<T> {
  const later: (() => Promise<void>)[] = []
  const done = await context.db.transaction((db) => work({ ...context, db, afterCommit: (job) => later.push(job) }))
  await runAfterCommit(context.log, later)
  return done
}

async function runAfterCommit(log: Logger, jobs: (() => Promise<void>)[]) {
  for (const job of jobs) {
    await job().catch((error: unknown) => log.error({ err: error }, 'work after commit failed'))
  }
}
