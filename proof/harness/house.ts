import type { FigureName } from '../../bench/figures.ts'
import type { startPostgres } from '../../scripts/postgres.mjs'
import type { Work } from './mixed-work.ts'
import type { Build, Production, Replica } from './production.ts'

export interface House {
  production: Production
  postgres: Awaited<ReturnType<typeof startPostgres>>
  work: Work
  previous: Build
  lastLanded: Build & { lastMigration: string }
  /** The small disk on which the database is. */
  disk: string
  /** The port of a standby of the database. */
  standbyPort: number
}

/** A row of the trial. */
export interface Fault {
  name: string
  /** Begins it and returns what ends it. */
  begin: (house: House) => Promise<End> | End
  /** The seconds for which nobody may be able to buy: since it began, or since it ended if nobody can until then. */
  limit: number
  stopsSales?: true
  /** The alarm that the operator must see, and within how many seconds. */
  alarm?: RegExp
  alarmWithin?: number
  /** Waits until the row before can no longer cause this alarm. */
  waitBefore?: (house: House) => Promise<void>
  /** Whether it cannot be repeated. */
  isOnce?: true
  /** The number of replicas that it kills: each was sending two letters at most. */
  kills?: number
  /** The figure of its longest wait. */
  figure?: FigureName
  /** The seconds for which one call may wait for an answer, sent again or not. */
  longestCall?: number
}

export type End = () => unknown
export const atOnce: End = () => undefined

/** The replica that suffers. */
export const one = ({ production }: House) => production.replicas[0] as Replica
