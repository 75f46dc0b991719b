import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ReplyInput } from '#contract/endpoint.ts'
import { toBareCode } from '#contract/niches/niche.ts'
import type { searchApi } from '#contract/search/api.ts'
import { record, recordFurtherReads } from '#server/audit/public.ts'
import { findBookings } from '#server/bookings/public.ts'
import type { SignedInContext } from '#server/core/context.ts'
import { bareCodeOf } from '#server/database/bare-code.ts'
import { nameMatches } from '#server/database/name-search.ts'
import { locationColumns, nicheLocations, paidBookingID, payments, users } from '#server/database/schema.ts'
import { startsWith } from '#server/database/starts-with.ts'
import { type Throttle, throttleAddress } from '#server/http/throttles.ts'
import type { Db } from '#server/ports/database.ts'
import { findRights } from '#server/rights/public.ts'
import { listUrnsByTag } from '#server/urns/public.ts'
import { type SearchTerms, toSearchTerms } from './search-terms.ts'

type SearchResults = ReplyInput<typeof searchApi.all>

/** The number of rows of each kind in a reply. */
const maxRows = 8
const searches: Throttle = { key: 'search-from', limit: 600, seconds: 15 * 60 }

/** The search is audited like the other look-ups: who was found and by what, without the text that was typed. */
export async function searchEverything(context: SignedInContext, text: string): Promise<SearchResults> {
  await throttleAddress(context, searches)
  const terms = toSearchTerms(text)
  const results = await find(context, terms)
  const people = results.people.rows.map(({ userID }) => userID).join(' ')
  const bookings = results.bookings.rows.map(({ bookingID }) => bookingID).join(' ')
  await record(context, 'lookup.search', people || bookings || 'nobody', { attr: terms.kind })
  await recordFurtherReads(context, 'quickFind', subjectsIn(results))
  return results
}

const subjectsIn = ({ people, bookings, payments, urns, rights }: SearchResults) => [
  ...people.rows.map(({ userID }) => userID),
  ...[...bookings.rows, ...payments.rows].map(({ bookingID }) => bookingID),
  ...urns.rows.map(({ tag }) => tag),
  ...rights.rows.map(({ number }) => number),
]

async function find(context: SignedInContext, terms: SearchTerms): Promise<SearchResults> {
  if (terms.kind === 'id') return findByID(context, terms)
  if (terms.kind === 'nicheCode' || terms.kind === 'tag' || terms.kind === 'right') {
    const urns = terms.kind === 'tag' ? await listUrnsByTag(context.db, terms.tag) : []
    const niches = firstRows(await listNiches(context.db, terms.prefix, maxRows + 1))
    const criteria = {
      nicheIDs: niches.rows.map(({ nicheID }) => nicheID),
      bookingIDs: urns.map(({ bookingID }) => bookingID),
    }
    const bookings = await findBookings(context, criteria, maxRows + 1)
    const rights = terms.kind === 'right' ? await findRights(context, terms.prefix, maxRows + 1) : []
    return { ...nothing, niches, bookings: firstRows(bookings), urns: firstRows(urns), rights: firstRows(rights) }
  }
  const onlyApplicants = context.actor.role === 'staff'
  const people = firstRows(await listPeople(context.db, { terms, onlyApplicants }, maxRows + 1))
  const named = terms.kind === 'name' ? terms : undefined
  const niches = named?.codePrefix ? firstRows(await listNiches(context.db, named.codePrefix, maxRows + 1)) : none
  const criteria = {
    userIDs: people.rows.map(({ userID }) => userID),
    nicheIDs: niches.rows.map(({ nicheID }) => nicheID),
    beneficiaryName: named?.name,
  }
  const bookings = await findBookings(context, criteria, maxRows + 1)
  const rights = named ? await findRights(context, named.name, maxRows + 1) : []
  return { ...nothing, people, niches, bookings: firstRows(bookings), rights: firstRows(rights) }
}

async function findByID(
  context: SignedInContext,
  { bookingID, paymentID }: { bookingID?: string; paymentID?: string },
) {
  const [paid] = paymentID ? await listBookingsOfPayment(context.db, paymentID) : []
  const bookingIDs = [bookingID, paid?.bookingID].filter((id) => id !== undefined)
  const bookings = await findBookings(context, { bookingIDs }, maxRows + 1)
  const payments = bookings.filter((booking) => booking.bookingID === paid?.bookingID)
  return {
    ...nothing,
    bookings: firstRows(bookings),
    payments: firstRows(payments.flatMap((booking) => toPayment(paymentID ?? '', booking) ?? [])),
  }
}

function toPayment(paymentID: string, booking: SearchResults['bookings']['rows'][number]) {
  const { paymentAmount, paymentMethod, paymentStatus } = booking
  if (!paymentAmount || !paymentMethod || !paymentStatus) return undefined
  return { ...booking, paymentID, paymentAmount, paymentMethod, paymentStatus }
}

const none = { rows: [], hasMore: false }
const nothing: SearchResults = { people: none, bookings: none, niches: none, payments: none, urns: none, rights: none }

const firstRows = <Row>(rows: Row[]) => ({ rows: rows.slice(0, maxRows), hasMore: rows.length > maxRows })

type PersonTerms = Extract<SearchTerms, { kind: 'email' | 'contactNumber' | 'name' }>

interface PeopleSearch {
  terms: PersonTerms
  /** Staff find applicants only. */
  onlyApplicants: boolean
}

// No index has the order of these lists: the planner would read it and filter, which is slow if few rows match.

const listPeople = (db: Db, { terms, onlyApplicants }: PeopleSearch, limit: number) =>
  db
    .select({
      userID: users.userID,
      fullName: users.fullName,
      email: users.email,
      contactNumber: users.contactNumber,
      role: users.role,
    })
    .from(users)
    .where(and(wherePerson(terms), isNull(users.closedAt), onlyApplicants ? eq(users.role, 'user') : undefined))
    .orderBy(asc(sql`lower(${users.fullName})`), asc(users.userID))
    .limit(limit)

function wherePerson(terms: PersonTerms): SQL {
  if (terms.kind === 'email') return startsWith(users.email, terms.prefix)
  if (terms.kind === 'contactNumber') return eq(users.contactKey, terms.key)
  return nameMatches(users.fullName, terms.name)
}

/** Niches whose code begins with this, with or without its hyphens. */
const listNiches = (db: Db, codePrefix: string, limit: number) =>
  db
    .select({
      ...locationColumns,
      nicheID: nicheLocations.nicheID,
      status: nicheLocations.status,
      blockID: nicheLocations.blockID,
      levelID: nicheLocations.levelID,
      buildingID: nicheLocations.buildingID,
    })
    .from(nicheLocations)
    .where(startsWith(bareCodeOf(nicheLocations.nicheCode), toBareCode(codePrefix)))
    .orderBy(asc(sql`upper(${nicheLocations.nicheCode})`))
    .limit(limit)

const listBookingsOfPayment = (db: Db, paymentID: string) =>
  db.select({ bookingID: paidBookingID }).from(payments).where(eq(payments.paymentID, paymentID))
