import type { Logger } from 'pino'
import type { Role } from '#contract/roles.ts'
import type { BotCheck } from '#server/ports/bot-check.ts'
import type { CardGateway } from '#server/ports/card-gateway.ts'
import type { Database, Db } from '#server/ports/database.ts'
import type { FormReader, SpooledFile } from '#server/ports/form-reader.ts'
import type { MemoryLimit } from '#server/ports/memory-limit.ts'
import type { Config } from './config.ts'
import type { Vault } from './vault.ts'

export type Clock = () => Date

/** Who is asking: always taken from the session, never from the request. */
export interface Actor {
  userID: string
  name: string
  role: Role
  /** Identifies the current session, so that all others of the user can be ended. */
  sessionHash: string
}

/** Everything that an action may use. Background jobs and webhooks have no actor. */
export interface Context {
  db: Db
  actor: Actor | undefined
  clock: Clock
  config: Config
  vault: Vault
  gateway: CardGateway
  botCheck: BotCheck
  log: Logger
  /** The device token is that of the browser's device cookie, if it has one. */
  client: { address: string; requestID: string; deviceToken?: string | undefined }
  /** Sends a message to all replicas. Call it after the commit, so that they can read what has changed. */
  notify: Database['notify']
  /** Receives the messages of all replicas. */
  listen: Database['listen']
  /** Queues work for after the commit, such as calls to the card provider. Dropped if the transaction fails. */
  afterCommit: (work: () => Promise<void>) => void
  /** Waits until the server has this much memory for a large reply, which holds it until it is sent. Call it once per request. */
  reserveMemory: (bytes: number) => Promise<void>
}

export type SignedInContext = Context & { actor: Actor }

/** What all requests of a running server share. */
export interface Services extends Pick<Context, 'clock' | 'config' | 'vault' | 'gateway' | 'botCheck' | 'log'> {
  database: Database
  /** Whether this server can serve at the moment. If not, the log says why. */
  readiness: { isReady: () => Promise<boolean> }
  /** For certificates that are received or sent. */
  memory: MemoryLimit
  /** Reads multipart forms with certificates. */
  readForm: FormReader
  readLogoForm: FormReader
  /** Reads multipart forms with larger files, to the disk. */
  readSpooledForm: FormReader<SpooledFile>
}

const noClient: Context['client'] = { address: '', requestID: '' }

/** A context for one request, or for the server itself if there is no actor. */
export function createContext(services: Services, actor?: Actor, client: Context['client'] = noClient): Context {
  const { database, clock, config, vault, gateway, botCheck, log } = services
  const { db, notify, listen } = database
  const afterCommit = (work: () => Promise<void>) => void runAfterCommit(log, [work])
  const reserveMemory = async () => undefined
  return { db, actor, clock, config, vault, gateway, botCheck, log, client, notify, listen, afterCommit, reserveMemory }
}

/** Runs the work in one transaction, with a context whose `db` is that transaction. Runs the queued `afterCommit` work at the end. */
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
