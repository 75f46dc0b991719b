import { and, eq, gte, ne, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit/audit-actions.ts'
import { dayMs } from '#contract/dates.ts'
import { addReads, record, recordFurtherReads } from '#server/audit/public.ts'
import { createContext, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { auditLog, sessions, staffReads, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import type { App } from '#server/http/serve.ts'
import { isThere, only } from '#server/ports/database.ts'
import { tellOfManyCompared, tellOfManyNRICs } from './tell-admins.ts'

const hourMs = 3_600_000
/** The full NRICs that a person may read in an hour before the second factor is asked for again. */
const mostPerFactor = 50
/** The number within 24 hours above which all admins are told. */
const mostUntold = 200
/** The bookings whose stored values somebody may compare with a file within 24 hours before all admins are told. */
const mostComparedUntold = 20

/** Counts the full NRICs in a reply, found by its schema, before it leaves: what cannot be counted is not shown. */
export function countShownNRICs(app: App) {
  app.addHook('preSerialization', async (request, reply, body) => {
    const { actor, routeOptions } = request
    const { nricOwners } = routeOptions.config
    if (!nricOwners || !actor || reply.statusCode !== 200) return body
    const others = nricOwners(body).filter((ownerID) => ownerID !== actor.userID)
    const client = { address: request.ip, requestID: request.id }
    const context = { ...createContext(app.services, actor, client), actor }
    const shown = others.map((subject) => ({ subject, times: 1 }))
    if (shown.length > 0) await countNRICs(context, shown, { asksForFactor: true })
    return body
  })
}

/** The number of full NRICs that are shown of whom; `subject` is empty for a file. */
interface Shown {
  subject: string
  times: number
}

/**
 * Records who reads the full NRICs of others. Whoever has read 50 since the second factor, within an hour, enters it again; a person
 * whose NRIC is shown again does not count twice. A file asks for password or factor itself. The reader is locked, so that parallel
 * calls count one after another. Not to be called in a transaction.
 */
export const countNRICs = (context: SignedInContext, shown: readonly Shown[], { asksForFactor = false } = {}) =>
  inTransaction(context, async (context) => {
    const { db, actor, clock, config } = context
    const now = clock()
    const reader = await lockReader(context)
    if (!reader) throw new AppError('NOT_SIGNED_IN')
    const readerID = actor.userID
    await addReads(
      db,
      shown.map((each) => ({ readerID, kind: 'nric', lastAt: now, ...each })),
    )
    const factorAt = reader.factorAgainAt ?? reader.createdAt
    const sinceFactor = new Date(Math.max(factorAt.getTime(), now.getTime() - hourMs))
    const isFactorDue = asksForFactor && config.mode !== 'demo'
    if (isFactorDue && (await countSince(context, 'nric', sinceFactor)) > mostPerFactor)
      throw new AppError('SECOND_FACTOR_AGAIN')
    const dayAgo = new Date(now.getTime() - dayMs)
    const count = await countSince(context, 'nric', dayAgo)
    if (count <= mostUntold || (await isTold(context, 'lookup.many_nrics', dayAgo))) return
    await record(context, 'lookup.many_nrics', readerID, { count })
    await tellOfManyNRICs(context, count)
  })

/**
 * Records whose stored values a comparison of a file with the register shows, as an export about each of them, and tells all admins of more
 * than 20 within 24 hours. Not to be called in a transaction.
 */
export const countCompared = (context: SignedInContext, bookingIDs: readonly string[]) =>
  inTransaction(context, async (context) => {
    const { actor, clock } = context
    if (!(await lockReader(context))) throw new AppError('NOT_SIGNED_IN')
    await recordFurtherReads(context, 'export', bookingIDs)
    const dayAgo = new Date(clock().getTime() - dayMs)
    if ((await countSince(context, 'export', dayAgo)) <= mostComparedUntold) return
    if (await isTold(context, 'register.many_compared', dayAgo)) return
    await record(context, 'register.many_compared', actor.userID)
    await tellOfManyCompared(context, mostComparedUntold)
  })

const lockReader = ({ db, actor }: SignedInContext) =>
  db
    .select({ factorAgainAt: sessions.factorAgainAt, createdAt: sessions.createdAt })
    .from(users)
    .innerJoin(sessions, and(eq(sessions.userID, users.userID), eq(sessions.tokenHash, actor.sessionHash)))
    .where(eq(users.userID, actor.userID))
    .for('no key update', { of: users })
    .then(only)

/**
 * Rows are found by their hour, which begins the primary key after the reader. A person counts once, a file with all NRICs that it shows.
 * An export about nobody is the call itself.
 */
async function countSince({ db, actor }: SignedInContext, counted: 'nric' | 'export', since: Date): Promise<number> {
  const { readerID, hour, kind, subject, times, lastAt } = staffReads
  const shown = sql<number>`count(distinct nullif(${subject}, ''))::int + coalesce(sum(${times}) filter (where ${subject} = ''), 0)::int`
  const isNric = counted === 'nric'
  const isSince = and(gte(hour, new Date(since.getTime() - hourMs)), gte(lastAt, since))
  const [row] = await db
    .select({ shown })
    .from(staffReads)
    .where(and(eq(readerID, actor.userID), eq(kind, counted), isSince, isNric ? undefined : ne(subject, '')))
  return row?.shown ?? 0
}

const isTold = ({ db, actor }: SignedInContext, action: AuditAction, since: Date): Promise<boolean> =>
  isThere(db, auditLog, and(eq(auditLog.action, action), eq(auditLog.actorID, actor.userID), gte(auditLog.at, since)))
