import { and, asc, eq, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { type Role, roles } from '#contract/roles.ts'
import { auditLog, sessions, users } from '#server/database/schema.ts'
import { type Db, only } from '#server/ports/database.ts'
import type { Colleague, Link, LockedPerson } from './decide-second.ts'

const person = {
  userID: users.userID,
  name: users.fullName,
  role: users.role,
  suspendedAt: users.suspendedAt,
  closedAt: users.closedAt,
}

/** Locks the accounts in ID order, as suspending does, so that none of them can be suspended, demoted or closed meanwhile. */
export const lockPeople = (db: Db, userIDs: readonly string[]): Promise<LockedPerson[]> =>
  db
    .select(person)
    .from(users)
    .where(inArray(users.userID, [...userIDs]))
    .orderBy(asc(users.userID))
    .for('share')

/** The lock does not hold up foreign keys: whoever withdraws a request, or signs in meanwhile, only refers to the account. */
export const lockPeopleAndAdmins = (db: Db, userIDs: readonly string[]): Promise<LockedPerson[]> =>
  db
    .select(person)
    .from(users)
    .where(or(inArray(users.userID, [...userIDs]), eq(users.role, 'admin').inlineParams()))
    .orderBy(asc(users.userID))
    .for('no key update')

const houseRoles = roles.filter((role) => role !== 'user')
/** The roles are written as text: PostgreSQL would expect most accounts for roles that are parameters. */
const worksHere = and(inArray(users.role, houseRoles).inlineParams(), isNull(users.closedAt))

/** Everybody with a role in the house, suspended accounts only if they were suspended since then. */
const listPresent = (db: Db, since: Date): Promise<Colleague[]> =>
  db
    .select({ userID: users.userID, role: users.role })
    .from(users)
    .where(and(worksHere, or(isNull(users.suspendedAt), gte(users.suspendedAt, since))))

/** People who were closed or given another role since then, with the role that they had. */
const listFormer = (db: Db, since: Date): Promise<Colleague[]> =>
  db
    .select({ userID: auditLog.subject, role: sql<Role>`${auditLog.details} ->> 'from'` })
    .from(auditLog)
    .where(
      and(
        gte(auditLog.at, since),
        inArray(auditLog.action, ['role.changed', 'account.closed']),
        inArray(sql`${auditLog.details} ->> 'from'`, houseRoles),
      ),
    )

export const listColleagues = async (db: Db, since: Date): Promise<Colleague[]> => [
  ...(await listPresent(db, since)),
  ...(await listFormer(db, since)),
]

/** Whoever asked, if somebody else confirmed: that second person has given nothing of their own accord. */
const giver = sql<string>`coalesce(${auditLog.details} ->> 'invitedBy', ${auditLog.details} ->> 'askedBy', ${auditLog.actorID}::text)`

/**
 * Links count only between colleagues: two admins who have both helped one family are not related by that. A command relates nobody.
 */
export const listLinks = async (db: Db, since: Date, colleagues: readonly Colleague[]): Promise<Link[]> => {
  const rows = await db
    .select({
      giver,
      receiver: auditLog.subject,
    })
    .from(auditLog)
    .where(
      and(
        gte(auditLog.at, since),
        inArray(auditLog.subject, [...new Set(colleagues.map(({ userID }) => userID))]),
        inArray(auditLog.action, givingActions),
        sql`${auditLog.details} ->> 'to' is distinct from 'user'`,
        ne(auditLog.subject, giver),
      ),
    )
  return rows.map(({ giver, receiver }) => [giver, receiver])
}

const givingActions = [
  'account.created',
  'role.changed',
  'two_factor.reset',
  'account.suspension_lifted',
  'staff.invitation_accepted',
]

export const findSessionFactor = (db: Db, sessionHash: string) =>
  db
    .select({
      factorAt: sql<Date>`coalesce(${sessions.factorAgainAt}, ${sessions.createdAt})`.mapWith(sessions.createdAt),
      placingAt: sessions.placingAt,
    })
    .from(sessions)
    .where(eq(sessions.tokenHash, sessionHash))
    .then(only)

export const notePlacing = async (db: Db, sessionHash: string, placingAt: Date) => {
  await db.update(sessions).set({ placingAt }).where(eq(sessions.tokenHash, sessionHash))
}
