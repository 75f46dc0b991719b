import type { Logger } from 'pino'
import type { Role } from '#contract/roles.ts'
import type { BotCheck } from './accounts/bot-check.ts'
import type { Config } from './config.ts'
import type { Db } from './database/database.ts'
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
  notify: (channel: string, payload: string) => Promise<void>
  /** Work for after the commit: messages to other replicas, calls to the provider. Dropped when the transaction fails. */
  afterCommit: (work: () => Promise<void>) => void
}

export type SignedIn = Context & { actor: Actor }

/** Runs the work in one transaction; inside, only the transaction is in reach. What it left for later runs after the commit. */
export async function inTransaction<C extends Context, T>(context: C, work: (context: C) => Promise<T>): Promise<T> {
  const later: (() => Promise<void>)[] = []
  const done = await context.db.transaction((db) => work({ ...context, db, afterCommit: (job) => later.push(job) }))
  for (const job of later) {
    await job().catch((error: unknown) => context.log.error({ err: error }, 'work after commit failed'))
  }
  return done
}
