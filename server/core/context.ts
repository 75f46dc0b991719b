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
  /**
   * The device token is that of the browser's device cookie, if it has one. `beganAt` is when the call had arrived, as `performance.now()` counts.
   * `left` aborts when its sender has gone.
   */
  client: { address: string; requestID: string; deviceToken?: string | undefined; beganAt?: number; left?: AbortSignal }
  /** Sends a message to all replicas. Call it after the commit, so that they can read what has changed. */
  notify: Database['notify']
  /** Receives the messages of all replicas. */
  listen: Database['listen']
  /** Queues work for the end of the transaction, such as taking a number for which all others wait. */
  beforeCommit: (work: (context: Context) => Promise<void>) => void
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
  /** The limit for certificates that are received or sent. */
  memory: MemoryLimit
  /** Reads multipart forms with certificates. */
  readForm: FormReader
  readPictureForm: FormReader
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
  return {
    db,
    actor,
    clock,
    config,
    vault,
    gateway,
    botCheck,
    log,
    client,
    notify,
    listen,
    beforeCommit,
    afterCommit,
    reserveMemory,
  }
}

const beforeCommit = () => {
  throw new Error('There is no transaction')
}

type LastWork = Parameters<Context['beforeCommit']>[0]

/**
 * Runs the work in one transaction, with a context whose `db` is that transaction. Runs the queued work at its end and after it; inside
 * another transaction, at the end of that one and after it.
 */
export async function inTransaction<C extends Context, T>(context: C, work: (context: C) => Promise<T>): Promise<T> {
  const isNested = context.beforeCommit !== beforeCommit
  const last: LastWork[] = []
  const later: (() => Promise<void>)[] = []
  const done = await context.db.transaction(async (db) => {
    const inside: C = {
      ...context,
      db,
      beforeCommit: (job) => void last.push(job),
      afterCommit: (job) => void later.push(job),
    }
    const result = await work(inside)
    if (isNested) last.forEach(context.beforeCommit)
    else for (const job of last) await job(inside)
    return result
  })
  if (isNested) later.forEach(context.afterCommit)
  else await runAfterCommit(context.log, later)
  return done
}

async function runAfterCommit(log: Logger, jobs: (() => Promise<void>)[]) {
  for (const job of jobs) {
    await job().catch((error: unknown) => log.error({ err: error }, 'work after commit failed'))
  }
}
