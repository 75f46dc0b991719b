import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { auditApi } from '#contract/audit/api.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import { inBatches } from '#server/database/batched-statements.ts'
import { recordsOf } from '#server/database/insert-rows.ts'
import { preparedQuery } from '#server/database/prepared.ts'
import { beneficiaries, blockLocations, bookings, niches, staffReads, urns, users } from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'

type ReadRow = typeof staffReads.$inferSelect

const hourOf = (instant: Date) => new Date(Math.floor(instant.getTime() / 3_600_000) * 3_600_000)

type NewRead = Omit<ReadRow, 'hour' | 'inLog'>

export const addReads = (db: Db, reads: readonly NewRead[]) => readsOf(db)(reads)

/** Reads of several calls are written together, a commit for all that wait; each transaction writes its own. */
const readsOf = preparedQuery((db) =>
  inBatches((reads: NewRead[]) => {
    const rows = reads.map((read) => ({ ...read, hour: hourOf(read.lastAt) }))
    return db.execute(sql`
      insert into ${staffReads} (reader_id, hour, kind, subject, times, last_at)
      select reader_id, hour, kind, subject, sum(times), max(last_at) from ${recordsOf(staffReads, rows)}
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (reader_id, hour, kind, subject)
      do update set times = ${staffReads.times} + excluded.times, last_at = excluded.last_at`)
  }),
)

type Filter = ParsedInput<typeof auditApi.reads>['query']

/** The reads, newest first, with all of the same instant as the last: one look-up may be many rows, and the next page begins before it. */
export function listReads(db: Db, { reader, subject, before }: Filter, atLeast: number) {
  const which = and(
    reader ? eq(staffReads.readerID, reader) : undefined,
    subject ? eq(staffReads.subject, subject) : undefined,
    before ? lt(staffReads.lastAt, new Date(before)) : undefined,
  )
  const last = db
    .select({ lastAt: staffReads.lastAt })
    .from(staffReads)
    .where(which)
    .orderBy(desc(staffReads.lastAt))
    .offset(atLeast - 1)
    .limit(1)
  return db
    .select({
      readerID: staffReads.readerID,
      readerName: sql<string>`coalesce(${users.fullName}, '')`,
      kind: staffReads.kind,
      subject: staffReads.subject,
      times: staffReads.times,
      lastAt: staffReads.lastAt,
    })
    .from(staffReads)
    .leftJoin(users, eq(users.userID, staffReads.readerID))
    .where(and(which, sql`${staffReads.lastAt} >= coalesce(${last}, '-infinity')`))
    .orderBy(desc(staffReads.lastAt))
}

/** The names of those whom bookings, urns, beneficiaries and accounts are about, and the codes of niches, by the subject of a read. */
export async function nameSubjects(db: Db, subjects: readonly string[]): Promise<Map<string, string>> {
  const ids = subjects.filter((subject) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(subject))
  const texts = subjects.filter((subject) => !ids.includes(subject))
  const name = beneficiaries.beneficiaryName
  const found = await Promise.all([
    db
      .select({ subject: bookings.bookingID, name })
      .from(bookings)
      .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
      .where(inArray(bookings.bookingID, texts)),
    db
      .select({ subject: urns.tag, name })
      .from(urns)
      .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
      .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
      .where(inArray(urns.tag, texts)),
    db
      .select({ subject: beneficiaries.beneficiaryID, name })
      .from(beneficiaries)
      .where(inArray(beneficiaries.beneficiaryID, ids)),
    db
      .select({
        subject: sql<string>`upper(${blockLocations.blockID})`,
        name: sql<string>`${blockLocations.buildingName} || ', level ' || ${blockLocations.levelNumber} || ', block ' || ${blockLocations.blockName}`,
      })
      .from(blockLocations)
      .where(inArray(sql`upper(${blockLocations.blockID})`, texts)),
    db.select({ subject: niches.nicheID, name: niches.nicheCode }).from(niches).where(inArray(niches.nicheID, ids)),
    db.select({ subject: users.userID, name: users.fullName }).from(users).where(inArray(users.userID, ids)),
  ])
  return new Map(found.flat().map((each) => [each.subject, each.name]))
}

/** Marks what was read in hours that are over, and returns it. */
export const takeFinishedReads = (db: Db, now: Date) =>
  db
    .update(staffReads)
    .set({ inLog: true })
    .where(and(lt(staffReads.hour, hourOf(now)), sql`not in_log`))
    .returning()

/** The names of readers who still have an account. */
export const listReaderNames = (db: Db, readerIDs: string[]) =>
  db.select({ userID: users.userID, fullName: users.fullName }).from(users).where(inArray(users.userID, readerIDs))

export const deleteReadsBefore = (db: Db, day: Date) =>
  db.delete(staffReads).where(and(lt(staffReads.lastAt, day), eq(staffReads.inLog, true)))
