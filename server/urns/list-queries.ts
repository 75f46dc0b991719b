import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import { toBareCode } from '#contract/niches/niche.ts'
import { bareCodeOf } from '#server/database/bare-code.ts'
import { nameMatches } from '#server/database/name-search.ts'
import { beneficiaries, bookings, niches, urnMoves, urnNow, urns } from '#server/database/schema.ts'
import { startsWith } from '#server/database/starts-with.ts'
import type { Db } from '#server/ports/database.ts'
import type { UrnTerms } from './search-terms.ts'

export interface UrnFilter {
  /** The terms of a search; if left out, every urn is listed. */
  terms?: UrnTerms | undefined
  /** The cursor: the last move of the last urn on the previous page. Moves never change, so it stays valid. */
  after?: string | undefined
}

const placedIn = alias(niches, 'placed_in')

/** Each urn with its last move, the latest first. */
export async function listUrnRows(db: Db, filter: UrnFilter, limit: number): Promise<UrnListRow[]> {
  const page = await selectPage(db, filter, limit)
  const moveIDs = page.map(({ moveID }) => moveID)
  return moveIDs.length > 0 ? selectRows(db, moveIDs) : []
}

/** Finds IDs only; with the joins PostgreSQL plans every search anew. */
export const selectPage = (db: Db, { terms, after }: UrnFilter, limit: number) =>
  terms ? selectFound(db, terms, after, limit) : selectAll(db, after, limit)

const selectRows = (db: Db, moveIDs: string[]) =>
  db
    .select({
      tag: urns.tag,
      bookingID: bookings.bookingID,
      beneficiaryName: beneficiaries.beneficiaryName,
      nicheCode: niches.nicheCode,
      widthMm: urns.widthMm,
      heightMm: urns.heightMm,
      cremationNumber: urns.cremationNumber,
      move: urnMoves,
      placedIn: placedIn.nicheCode,
    })
    .from(urnMoves)
    .innerJoin(urns, eq(urns.tag, urnMoves.tag))
    .innerJoin(bookings, eq(bookings.bookingID, urns.bookingID))
    .innerJoin(beneficiaries, eq(beneficiaries.beneficiaryID, bookings.beneficiaryID))
    .innerJoin(niches, eq(niches.nicheID, bookings.nicheID))
    .leftJoin(placedIn, eq(placedIn.nicheID, urnMoves.nicheID))
    .where(sql`${urnMoves.moveID} = any(${sql.param(moveIDs)}::uuid[])`)
    .orderBy(desc(urnMoves.at), desc(urnMoves.tag))
export type UrnListRow = Awaited<ReturnType<typeof selectRows>>[number]

const selectAll = (db: Db, after: string | undefined, limit: number) =>
  db
    .select({ moveID: urnNow.moveID })
    .from(urnNow)
    .where(isBefore(urnNow, after))
    .orderBy(desc(urnNow.at), desc(urnNow.tag))
    .limit(limit)

/** Looks up the last move of each urn found. For thousands of urns, `urnNow` would read all their moves. */
function selectFound(db: Db, terms: UrnTerms, after: string | undefined, limit: number) {
  const found = selectTags(db, terms).as('found')
  const last = db
    .select({ moveID: urnMoves.moveID, at: urnMoves.at, tag: urnMoves.tag })
    .from(urnMoves)
    .where(eq(urnMoves.tag, found.tag))
    .orderBy(desc(urnMoves.position))
    .limit(1)
    .as('last')
  return db
    .select({ moveID: last.moveID })
    .from(found)
    .innerJoinLateral(last, sql`true`)
    .where(isBefore(last, after))
    .orderBy(desc(last.at), desc(last.tag))
    .limit(limit)
}

const isBefore = (move: { at: unknown; tag: unknown }, after: string | undefined): SQL | undefined =>
  after === undefined
    ? undefined
    : sql`(${move.at}, ${move.tag}) < (select c.at, c.tag from ${urnMoves} c where c.move_id = ${after})`

function selectTags(db: Db, terms: UrnTerms) {
  const withTag = (tag: string) => db.select({ tag: urns.tag }).from(urns).where(eq(urns.tag, tag))
  if (terms.kind === 'tag') return withTag(terms.tag)
  if (terms.kind === 'booking')
    return db.select({ tag: urns.tag }).from(urns).where(eq(urns.bookingID, terms.bookingID))
  const withCertificate = db
    .select({ tag: urns.tag })
    .from(urns)
    .where(
      and(
        eq(sql`lower(${urns.cremationNumber})`, terms.cremationNumber.toLowerCase()),
        ne(urns.cremationNumber, '').inlineParams(),
      ),
    )
  if (terms.kind === 'nameOrCertificate') {
    const named = selectNamed(db, terms.name)
    if (terms.codePrefix) return union(withCertificate, named, selectInNiches(db, terms.codePrefix))
    return terms.tag ? union(withCertificate, named, withTag(terms.tag)) : union(withCertificate, named)
  }
  return union(withCertificate, selectInNiches(db, terms.codePrefix))
}

function selectNamed(db: Db, name: string) {
  const found = selectUrnsWhere(db, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
  return db
    .select({ tag: found.tag })
    .from(beneficiaries)
    .innerJoinLateral(found, sql`true`)
    .where(nameMatches(beneficiaries.beneficiaryName, name))
}

/** Urns whose booking has a niche with such a code. An urn can be placed only in the niche of its booking. */
function selectInNiches(db: Db, codePrefix: string) {
  const found = selectUrnsWhere(db, eq(bookings.nicheID, niches.nicheID))
  return db
    .select({ tag: found.tag })
    .from(niches)
    .innerJoinLateral(found, sql`true`)
    .where(startsWith(bareCodeOf(niches.nicheCode), toBareCode(codePrefix)))
}

/** The urns of one person or niche. The limit is never reached; it lets PostgreSQL look them up one by one instead of reading all bookings. */
const selectUrnsWhere = (db: Db, where: SQL) =>
  db
    .select({ tag: urns.tag })
    .from(bookings)
    .innerJoin(urns, eq(urns.bookingID, bookings.bookingID))
    .where(where)
    .limit(1000)
    .as('urns_found')
