import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { auditApi } from '#contract/audit/api.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import type { Db } from '#server/database/database.ts'
import { auditLog, auditSeals, bookings, niches, users } from '#server/database/schema.ts'

type Filter = ParsedInput<typeof auditApi.list>['query']

/** Subjects that are UUIDs name a niche or a user. */
const subjectAsUUID = sql`case when ${auditLog.subject} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${auditLog.subject}::uuid end`
const about = sql<string>`case
  when ${bookings.bookingID} is not null then ${bookings.bookingID} || ', niche ' || ${niches.nicheCode}
  when ${niches.nicheID} is not null then 'Niche ' || ${niches.nicheCode}
  else coalesce(${users.fullName}, ${auditLog.subject})
end`

/** Newest first; the cursor is the last id of the previous page. */
export const listEntries = (db: Db, filter: Filter, limit: number) =>
  db
    .select({ ...getTableColumns(auditLog), about })
    .from(auditLog)
    .leftJoin(bookings, eq(bookings.bookingID, auditLog.subject))
    .leftJoin(niches, or(eq(niches.nicheID, bookings.nicheID), eq(niches.nicheID, subjectAsUUID)))
    .leftJoin(users, eq(users.userID, subjectAsUUID))
    .where(and(...filterConditions(db, filter)))
    .orderBy(desc(auditLog.id))
    .limit(limit)

function filterConditions(db: Db, { cursor, actor, action, booking, niche, from, to }: Filter): (SQL | undefined)[] {
  return [
    cursor ? lt(auditLog.id, cursor) : undefined,
    actor ? inArray(auditLog.actorID, findUserIDs(db, actor)) : undefined,
    action ? eq(auditLog.action, action) : undefined,
    booking ? eq(auditLog.subject, booking) : undefined,
    niche ? inArray(auditLog.subject, findSubjectsOfNiche(db, niche)) : undefined,
    from ? gte(auditLog.at, sql`${from}::date::timestamp at time zone 'Asia/Singapore'`) : undefined,
    to ? lt(auditLog.at, sql`(${to}::date + 1)::timestamp at time zone 'Asia/Singapore'`) : undefined,
  ]
}

/** The niche with this code, and its bookings. */
const findSubjectsOfNiche = (db: Db, code: string) => {
  const hasCode = sql`upper(${niches.nicheCode}) = ${code.toUpperCase()}`
  return db
    .select({ subject: sql<string>`${niches.nicheID}::text` })
    .from(niches)
    .where(hasCode)
    .unionAll(
      db
        .select({ subject: bookings.bookingID })
        .from(bookings)
        .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
        .where(hasCode),
    )
}

/** Matches the exact id, e-mail or username, or the beginning of the full name. */
const findUserIDs = (db: Db, name: string) =>
  db
    .select({ userID: users.userID })
    .from(users)
    .where(
      or(
        sql`${users.userID}::text = ${name}`,
        eq(users.email, name.toLowerCase()),
        sql`lower(${users.username}) = ${name.toLowerCase()}`,
        sql`starts_with(lower(${users.fullName}), ${name.toLowerCase()})`,
      ),
    )
    .limit(200)

export const findLastSeal = (db: Db) =>
  db
    .select()
    .from(auditSeals)
    .orderBy(desc(auditSeals.position))
    .limit(1)
    .then((rows) => rows[0])

/** An entry may commit after entries with higher ids were sealed, so look this many ids back. */
const lookbackEntries = 5000

export const listUnsealed = (db: Db, limit: number) =>
  db
    .select()
    .from(auditLog)
    .where(
      and(
        gt(auditLog.id, sql`coalesce((select max(audit_id) from audit_seals), 0) - ${lookbackEntries}`),
        notExists(db.select().from(auditSeals).where(eq(auditSeals.auditID, auditLog.id))),
      ),
    )
    .orderBy(asc(auditLog.id))
    .limit(limit)

/** Seals in order, each with its entry if that still exists. */
export const listSealed = (db: Db, after: number, limit: number) =>
  db
    .select({ seal: auditSeals, entry: auditLog })
    .from(auditSeals)
    .leftJoin(auditLog, eq(auditLog.id, auditSeals.auditID))
    .where(gt(auditSeals.position, after))
    .orderBy(asc(auditSeals.position))
    .limit(limit)

export const countUnsealed = (db: Db) =>
  db
    .select({ count: sql<number>`count(*)::int` })
    .from(auditLog)
    .where(notExists(db.select().from(auditSeals).where(eq(auditSeals.auditID, auditLog.id))))
    .then((rows) => rows[0]?.count ?? 0)
