import { and, asc, eq, getTableColumns, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { type RequestedAct, requestedActs } from '#contract/second-person/guarded-acts.ts'
import { secondPersonRequests, users } from '#server/database/schema.ts'
import { type Db, hasRows, only } from '#server/ports/database.ts'

export type RequestRow = typeof secondPersonRequests.$inferSelect
type Ended = Required<Pick<RequestRow, 'outcome' | 'endedByID' | 'endedAt'>>

export const insertRequest = async (db: Db, row: typeof secondPersonRequests.$inferInsert) => {
  await db.insert(secondPersonRequests).values(row)
}

/** The value is inlined, because PostgreSQL does not use the partial indexes for a parameter. */
const isOpen = eq(secondPersonRequests.outcome, 'open').inlineParams()
/** During an upgrade the version after may have stored an act that this one does not know. */
const isKnown = inArray(secondPersonRequests.act, requestedActs)
const isInTime = (now: Date) =>
  and(isOpen, isKnown, or(isNull(secondPersonRequests.expiresAt), gt(secondPersonRequests.expiresAt, now)))

export const findOpenRequest = (
  db: Db,
  which: { requestID: string } | { act: RequestedAct; subject: string },
  now: Date,
): Promise<(RequestRow & { askedBy: string }) | undefined> =>
  db
    .select({ ...getTableColumns(secondPersonRequests), askedBy: users.fullName })
    .from(secondPersonRequests)
    .innerJoin(users, eq(users.userID, secondPersonRequests.askedByID))
    .where(
      and(
        isInTime(now),
        'requestID' in which
          ? eq(secondPersonRequests.requestID, which.requestID)
          : and(eq(secondPersonRequests.act, which.act), eq(secondPersonRequests.subject, which.subject)),
      ),
    )
    .then(only)

const mostOfAnAct = 200

/**
 * The oldest first; of each act a limited number, so that hundreds of corrections from a file do not hide the others. The reader's own are
 * among them.
 */
export function listOpenRequests(db: Db, readerID: string, now: Date) {
  const { requestID, act, askedAt, askedByID } = secondPersonRequests
  const ofAct = sql`partition by ${act}`
  const ownFirst = sql`${askedByID} = ${readerID} desc, ${askedAt}`
  const place = sql<number>`row_number() over (${ofAct} order by ${ownFirst})`.as('place')
  const hasMore = sql<boolean>`count(*) over (${ofAct}) > ${mostOfAnAct}`.as('has_more')
  const open = db.select({ requestID, place, hasMore }).from(secondPersonRequests).where(isInTime(now)).as('open')
  return db
    .select({ request: secondPersonRequests, askedBy: users.fullName, hasMore: open.hasMore })
    .from(open)
    .innerJoin(secondPersonRequests, eq(secondPersonRequests.requestID, open.requestID))
    .innerJoin(users, eq(users.userID, secondPersonRequests.askedByID))
    .where(lte(open.place, mostOfAnAct))
    .orderBy(asc(askedAt))
}

/** False if it has ended already. */
export const endRequest = (db: Db, requestID: string, ended: Ended): Promise<boolean> =>
  db
    .update(secondPersonRequests)
    .set(ended)
    .where(and(isOpen, eq(secondPersonRequests.requestID, requestID)))
    .returning({ requestID: secondPersonRequests.requestID })
    .then(hasRows)

interface WhichRequests {
  act?: RequestedAct
  subject?: string
  askedByID?: string
  expiresBefore?: Date
}

export const endOpenRequests = (
  db: Db,
  { act, subject, askedByID, expiresBefore }: WhichRequests,
  ended: Ended,
): Promise<RequestRow[]> =>
  db
    .update(secondPersonRequests)
    .set(ended)
    .where(
      and(
        isOpen,
        isKnown,
        act && eq(secondPersonRequests.act, act),
        subject === undefined ? undefined : eq(secondPersonRequests.subject, subject),
        askedByID ? eq(secondPersonRequests.askedByID, askedByID) : undefined,
        expiresBefore && lte(secondPersonRequests.expiresAt, expiresBefore),
      ),
    )
    .returning()

/** Removes the words of ended requests: they name the owner of the account, or say something else about a person. */
export const forgetNamesIn = async (db: Db, acts: readonly RequestedAct[]) => {
  const { act, outcome, what } = secondPersonRequests
  await db
    .update(secondPersonRequests)
    .set({ what: '', details: {} })
    .where(and(inArray(act, [...acts]), ne(outcome, 'open'), ne(what, '')))
}
