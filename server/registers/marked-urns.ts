import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { dayMs } from '#contract/dates.ts'
import type { NicheStatus } from '#contract/niches/niche.ts'
import { nobodyNamed, removeImportedBookings } from '#server/bookings/public.ts'
import { type Context, inTransaction, type SignedInContext } from '#server/core/context.ts'
import { bookings, nicheStatusLog, niches, registerEntries, registerImports } from '#server/database/schema.ts'
import { removeEnteredUrns } from '#server/urns/public.ts'
import { atOnce, type FoundNiche, importWithUrns, listOccupiedWithoutBooking } from './old-urns.ts'
import { findUse, insertImport, lockImported, markedOnMap, tryToLockImports, updateImport } from './queries.ts'

/**
 * Enters the urns of niches that were marked as Occupied on the map, each in a booking without a name. They are an import of their own, so that
 * taking the mark back can undo it.
 */
export async function enterMarkedUrns(context: Context, marked: readonly FoundNiche[]) {
  const importID = randomUUID()
  await insertImport(context, { importID, filesHash: markedOnMap, urnsEnteredAt: context.clock() })
  await importWithUrns(context, importID, marked.map(nobodyNamed))
}

/** An admin who marked the wrong niche, or with the wrong status, can take it back alone for so long. */
const correctionMs = dayMs

/**
 * Withdraws the urn of a mark that the same admin takes back within a day, by the status before it or by Available, unless somebody has
 * seen, moved or labelled the urn. The caller has locked the niche.
 */
export async function withdrawMarkedUrn(context: SignedInContext, nicheID: string, newStatus: NicheStatus) {
  const { db, clock } = context
  const [mark] = await db
    .select()
    .from(nicheStatusLog)
    .where(and(eq(nicheStatusLog.nicheID, nicheID), ne(nicheStatusLog.from, nicheStatusLog.to)))
    .orderBy(desc(nicheStatusLog.logID))
    .limit(1)
  const isTakenBack = newStatus === 'Available' || (mark?.to === 'Occupied' && mark.from === newStatus)
  const importID = isTakenBack && (await findOwnMark(context, nicheID))
  if (!importID) return
  await lockImported(db, importID)
  if (await findUse(db, importID)) return
  await updateImport(db, importID, { undoneAt: clock() })
  await removeEnteredUrns(context, importID)
  await removeImportedBookings(db, importID)
}

/**
 * The import that has brought the urn into this niche, and no other, when the caller marked it. Its own time counts, because the niche may
 * have been marked again since.
 */
async function findOwnMark({ db, actor, clock }: SignedInContext, nicheID: string): Promise<string | undefined> {
  const isOnly = sql`1 = (select count(*) from ${registerEntries} e where e.import_id = ${registerImports.importID})`
  const [found] = await db
    .select({ importID: registerImports.importID })
    .from(bookings)
    .innerJoin(registerEntries, eq(registerEntries.bookingID, bookings.bookingID))
    .innerJoin(registerImports, eq(registerImports.importID, registerEntries.importID))
    .where(
      and(
        eq(bookings.nicheID, nicheID),
        eq(registerImports.filesHash, markedOnMap),
        eq(registerImports.importedByID, actor.userID),
        gt(registerImports.importedAt, new Date(clock().getTime() - correctionMs)),
        isNull(registerImports.undoneAt),
        isOnly,
      ),
    )
  return found?.importID
}

/**
 * Run by a background job: enters the urns of niches that were marked as Occupied at least a day ago and have no booking, up to 500 at a
 * time. Older versions did not enter the urn of a mark at once, and the booking of a marked niche may have ended.
 */
export const enterUrnsOfMarkedNiches = (context: Context): Promise<boolean> =>
  inTransaction(context, async (context) => {
    const { db, clock } = context
    if (!(await tryToLockImports(db))) return false
    const lastChange = db
      .select({ at: nicheStatusLog.at })
      .from(nicheStatusLog)
      .where(eq(nicheStatusLog.nicheID, niches.nicheID))
      .orderBy(desc(nicheStatusLog.logID))
      .limit(1)
    const latest = new Date(clock().getTime() - correctionMs)
    const found = await listOccupiedWithoutBooking(db, sql`(${lastChange}) <= ${latest}`)
    if (found.length > 0) await enterMarkedUrns(context, found)
    return found.length === atOnce
  })
