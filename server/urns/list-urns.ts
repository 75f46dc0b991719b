import { desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ListedUrn } from '#contract/urns/api.ts'
import { allowedUrnMoves, describeLocation } from '#contract/urns/moves.ts'
import { isUrnTag, readTag } from '#contract/urns/tag.ts'
import type { SignedInContext } from '#server/context.ts'
import type { Db } from '#server/database/database.ts'
import { nameMatches } from '#server/database/name-search.ts'
import { beneficiaries, bookings, niches, urnMoves, urns } from '#server/database/schema.ts'

const limit = 50

/** Without a query, those that moved last. */
export async function listUrns({ db }: SignedInContext, query = ''): Promise<ListedUrn[]> {
  const tags = query ? await findTags(db, query) : undefined
  if (tags?.length === 0) return []
  return (await selectUrns(db, tags && inArray(urnMoves.tag, tags))).map(presentUrn)
}

const placedIn = alias(niches, 'placed_in')

const isLast = sql`${urnMoves.position} = (select max(m.position) from ${urnMoves} m where m.tag = ${urnMoves}.tag)`

/** Each urn with its last move, the latest first. */
const selectUrns = (db: Db, where: SQL | undefined) =>
  db
    .select({
      tag: urns.tag,
      bookingID: bookings.bookingID,
      beneficiaryName: beneficiaries.beneficiaryName,
      nicheCode: niches.nicheCode,
      move: urnMoves,
      placedIn: placedIn.nicheCode,
    })
    .from(urnMoves)
    .innerJoin(urns, eq(urns.tag, urnMoves.tag))
    .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .leftJoin(placedIn, eq(placedIn.nicheID, urnMoves.nicheID))
    .where(where ? sql`${isLast} and ${where}` : isLast)
    .orderBy(desc(urnMoves.at))
    .limit(limit)

function presentUrn({ move, placedIn, ...urn }: Awaited<ReturnType<typeof selectUrns>>[number]): ListedUrn {
  const place = allowedUrnMoves[move.event].to
  const where = describeLocation({ place, nicheCode: placedIn ?? '', shelf: move.shelf })
  return { ...urn, place, where, movedAt: move.at.toISOString() }
}

async function findTags(db: Db, query: string): Promise<string[]> {
  const rows = await db
    .select({ tag: urns.tag })
    .from(urns)
    .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .where(
      or(
        isUrnTag(readTag(query)) ? eq(urns.tag, readTag(query)) : undefined,
        eq(urns.bookingID, query.toUpperCase()),
        eq(sql`lower(${urns.cremationNumber})`, query.toLowerCase()),
        eq(sql`upper(${niches.nicheCode})`, query.toUpperCase()),
        nameMatches(beneficiaries.beneficiaryName, query),
      ),
    )
    .limit(limit)
  return rows.map(({ tag }) => tag)
}
