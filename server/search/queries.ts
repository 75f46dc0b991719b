import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { toBareCode } from '#contract/niches/niche.ts'
import { bareCodeOf } from '#server/database/bare-code.ts'
import { nameMatches } from '#server/database/name-search.ts'
import { locationColumns, nicheLocations, payments, users } from '#server/database/schema.ts'
import { startsWith } from '#server/database/starts-with.ts'
import type { Db } from '#server/ports/database.ts'
import type { SearchTerms } from './search-terms.ts'

type PersonTerms = Extract<SearchTerms, { kind: 'email' | 'contactNumber' | 'name' }>

export interface PeopleSearch {
  terms: PersonTerms
  /** Staff find applicants only. */
  onlyApplicants: boolean
}

// No index has the order of these lists: the planner would read it and filter, which is slow if few rows match.

export const listPeople = (db: Db, { terms, onlyApplicants }: PeopleSearch, limit: number) =>
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
export const listNiches = (db: Db, codePrefix: string, limit: number) =>
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

export const listBookingsOfPayment = (db: Db, paymentID: string) =>
  db.select({ bookingID: payments.bookingID }).from(payments).where(eq(payments.paymentID, paymentID))
