import {
  and,
  asc,
  between,
  desc,
  eq,
  gt,
  gte,
  inArray,
  lt,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditEntry, auditApi } from '#contract/audit/api.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import { toBareCode } from '#contract/niches/niche.ts'
import { bareCodeOf } from '#server/database/bare-code.ts'
import { nameMatches } from '#server/database/name-search.ts'
import {
  auditLog,
  auditSeals,
  beneficiaries,
  blockDrafts,
  blockLocations,
  bookings,
  buildings,
  charges,
  levels,
  newPrices,
  niches,
  priceChanges,
  priceItems,
  registerImports,
  rightClaims,
  rights,
  staffInvitations,
  stockTakeDifferences,
  urnAttempts,
  urns,
  users,
} from '#server/database/schema.ts'
import type { Db } from '#server/ports/database.ts'
import type { Entry } from './entry-fields.ts'

type Filter = ParsedInput<typeof auditApi.list>['query']

/** The entries, newest first; the cursor is the last id of the previous page. */
export async function listEntries(db: Db, { actor, ...sent }: Filter, limit: number) {
  const filter = { ...sent, person: sent.person ?? actor }
  const userIDs = filter.person ? await listUserIDs(db, filter.person) : []
  const about = filter.niche ? await findAboutNiche(db, filter.niche) : undefined
  const bookingSubjects = filter.booking ? await listBookingSubjects(db, filter.booking) : []
  const page = db
    .select()
    .from(auditLog)
    .where(and(...filterConditions(filter, userIDs, bookingSubjects, about)))
    .orderBy(...(filter.action ? [desc(auditLog.action)] : []), desc(auditLog.id))
    .limit(limit)
    .as('page')
  const actors = alias(users, 'actors')
  /** Subjects that are UUIDs name people, or one thing that has no other ID. */
  const subjectIDs = sql`case when ${page.subject} ~ ${uuidList} then string_to_array(${page.subject}, ' ')::uuid[] end`
  const people = sql<AuditEntry['people']>`(
    select coalesce(json_agg(json_build_object('fullName', full_name, 'email', email) order by full_name), '[]')
    from ${users} where ${users.userID} = any(${subjectIDs}))`
  return db
    .select({
      id: page.id,
      at: page.at,
      actorID: page.actorID,
      actorName: page.actorName,
      actorEmail: actors.email,
      action: page.action,
      subject: page.subject,
      bookingID: bookings.bookingID,
      nicheCode: niches.nicheCode,
      rightNumber: rights.number,
      name: nameOfSubject(page.subject, sql`(${subjectIDs})[1]`),
      people,
      details: page.details,
      address: page.address,
      session: page.session,
      requestID: page.requestID,
    })
    .from(page)
    .leftJoin(actors, eq(actors.userID, page.actorID))
    .leftJoin(bookings, eq(bookings.bookingID, page.subject))
    .leftJoin(rightClaims, eq(rightClaims.claimID, sql`(${subjectIDs})[1]`))
    .leftJoin(rights, eq(rights.rightID, sql`coalesce(${rightClaims.rightID}, (${subjectIDs})[1])`))
    .leftJoin(niches, eq(niches.nicheID, sql`coalesce(${bookings.nicheID}, ${rights.nicheID}, (${subjectIDs})[1])`))
    .orderBy(desc(page.id))
}

/**
 * A hall, a level, a block or its draft, an import, an item of the price list, an invitation, a charge, a stopped move, or a difference of a
 * stock-take. Each is found by its own key.
 */
const nameOfSubject = (subject: SQLWrapper, subjectID: SQLWrapper) => sql<string | null>`coalesce(
  (select ${buildings.buildingName} from ${buildings} where ${buildings.buildingID} = ${subject}),
  (select ${buildings.buildingName} || ', level ' || ${levels.levelNumber} from ${levels}
    join ${buildings} on ${buildings.buildingID} = ${levels.buildingID} where ${levels.levelID} = ${subject}),
  (select ${blockLocations.buildingName} || ', level ' || ${blockLocations.levelNumber} || ', block ' || ${blockLocations.blockName}
    from ${blockLocations} where ${blockLocations.blockID} = ${subject}),
  (select 'Draft of block ' || ${blockDrafts.blockName} from ${blockDrafts} where ${blockDrafts.draftID} = ${subjectID}),
  (select 'Import of ' || to_char(${registerImports.importedAt} at time zone 'Asia/Singapore', 'FMDD Mon YYYY')
    from ${registerImports} where ${registerImports.importID} = ${subjectID}),
  (select ${priceItems.name} from ${priceItems} where ${priceItems.itemID} = ${subjectID}
    order by ${priceItems.validFrom} desc limit 1),
  (select ${staffInvitations.email} from ${staffInvitations} where ${staffInvitations.invitationID} = ${subjectID}),
  (select 'Charge of booking ' || ${charges.bookingID} from ${charges} where ${charges.chargeID} = ${subjectID}),
  (select 'Urn ' || ${urnAttempts.tag} from ${urnAttempts} where ${urnAttempts.attemptID} = ${subjectID}),
  (select 'Niche ' || ${niches.nicheCode} from ${stockTakeDifferences}
    join ${niches} on ${niches.nicheID} = ${stockTakeDifferences.nicheID}
    where ${stockTakeDifferences.differenceID} = ${subjectID}))`

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const uuidList = `^${uuid}( ${uuid})*$`

function filterConditions(
  { cursor, person, action, booking, niche, from, to }: Filter,
  userIDs: string[],
  bookingSubjects: string[],
  about: SQL | undefined,
): (SQL | undefined)[] {
  return [
    cursor ? lt(auditLog.id, cursor) : undefined,
    person ? or(inArray(auditLog.actorID, userIDs), inArray(auditLog.subject, userIDs)) : undefined,
    /** A range, and ordered by it too: PostgreSQL would read the whole log for a rare action, as if it were everywhere in it. */
    action ? between(auditLog.action, action, action) : undefined,
    booking ? inArray(auditLog.subject, bookingSubjects) : undefined,
    niche ? about : undefined,
    from ? gte(auditLog.at, sql`${from}::date::timestamp at time zone 'Asia/Singapore'`) : undefined,
    to ? lt(auditLog.at, sql`(${to}::date + 1)::timestamp at time zone 'Asia/Singapore'`) : undefined,
  ]
}

/** Entries on the niche with this code, on its bookings and urns, and on the changes of its price. */
async function findAboutNiche(db: Db, code: string): Promise<SQL | undefined> {
  const rows = await db
    .select({ nicheID: niches.nicheID, blockID: niches.blockID, bookingID: bookings.bookingID })
    .from(niches)
    .leftJoin(bookings, eq(bookings.nicheID, niches.nicheID))
    .where(eq(bareCodeOf(niches.nicheCode), toBareCode(code)))
  const [niche] = rows
  if (!niche) return sql`false`
  const { nicheID, blockID } = niche
  const bookingIDs = rows.flatMap(({ bookingID }) => bookingID ?? [])
  const tags = await listTags(db, inArray(urns.bookingID, bookingIDs))
  const prices = await db
    .select({ changeID: priceChanges.changeID })
    .from(priceChanges)
    .innerJoin(newPrices, and(eq(newPrices.changeID, priceChanges.changeID), eq(newPrices.nicheID, nicheID)))
    .where(eq(priceChanges.blockID, blockID))
  const changeIDs = prices.map(({ changeID }) => changeID as string)
  const ofPrices = inArray(sql`${auditLog.details} ->> 'changeID'`, changeIDs)
  return and(
    inArray(auditLog.subject, [nicheID, ...bookingIDs, ...tags, blockID]),
    or(ne(auditLog.subject, blockID), ofPrices),
  )
}

/** A booking and its urn, the urn with this tag, or the bookings and urns of people with this name. */
async function listBookingSubjects(db: Db, text: string): Promise<string[]> {
  if (/^[BU]-/.test(text)) return [text, ...(await listTags(db, eq(urns.bookingID, text)))]
  const ofName = await db
    .select({ bookingID: bookings.bookingID })
    .from(beneficiaries)
    .innerJoin(bookings, eq(bookings.beneficiaryID, beneficiaries.beneficiaryID))
    .where(nameMatches(beneficiaries.beneficiaryName, text))
    .limit(200)
  const bookingIDs = ofName.map(({ bookingID }) => bookingID)
  return [...bookingIDs, ...(await listTags(db, inArray(urns.bookingID, bookingIDs)))]
}

const listTags = async (db: Db, which: SQL): Promise<string[]> =>
  (await db.select({ tag: urns.tag }).from(urns).where(which)).map(({ tag }) => tag)

/** Matches the exact email or username, or the beginnings of words in the full name. */
async function listUserIDs(db: Db, person: string): Promise<string[]> {
  const typed = person.toLowerCase()
  const rows = await db
    .select({ userID: users.userID })
    .from(users)
    .where(or(eq(users.email, typed), eq(sql`lower(${users.username})`, typed), nameMatches(users.fullName, person)))
    .limit(200)
  return rows.map(({ userID }) => userID)
}

export const findLastSeal = (db: Db) =>
  db
    .select()
    .from(auditSeals)
    .orderBy(desc(auditSeals.position))
    .limit(1)
    .then((rows) => rows[0])

/** An entry may commit after entries with higher ids were sealed, so look this many ids back. */
const lookbackEntries = 5000

export interface UnsealedEntry {
  entry: Entry
  /** Another entry has the same signature, so one of them is a copy. */
  isCopied: boolean
}

/** Written in plain SQL, because the query builder would leave out the names of the tables. The index on `at` makes it fast. */
const isCopied = sql<boolean>`exists (
  select from audit_log other
  where other.at = audit_log.at and other.signature = audit_log.signature and other.id <> audit_log.id)`

const isUnsealed = (db: Db) => notExists(db.select().from(auditSeals).where(eq(auditSeals.auditID, auditLog.id)))

export const listUnsealed = (db: Db, limit: number): Promise<UnsealedEntry[]> =>
  db
    .select({ entry: auditLog, isCopied })
    .from(auditLog)
    .where(
      and(
        gt(auditLog.id, sql`coalesce((select max(audit_id) from audit_seals), 0) - ${lookbackEntries}`),
        /** With both ends, PostgreSQL expects few entries and looks their seals up instead of reading all seals. */
        lte(auditLog.id, sql`(select max(id) from audit_log)`),
        isUnsealed(db),
      ),
    )
    .orderBy(asc(auditLog.id))
    .limit(limit)

/** All of them, also those that `listUnsealed` does not reach. */
export const listUnsealedAfter = (db: Db, id: number, limit: number): Promise<UnsealedEntry[]> =>
  db
    .select({ entry: auditLog, isCopied })
    .from(auditLog)
    .where(and(gt(auditLog.id, id), isUnsealed(db)))
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
