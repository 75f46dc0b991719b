import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import { hasWordsOf } from '#server/database/name-search.ts'
import { users, userWords } from '#server/database/schema.ts'
import { startsWith } from '#server/database/starts-with.ts'
import type { Db } from '#server/ports/database.ts'

const maxMatches = 5
const pageSize = 1000

export type UserSearch = { nricHashes: string[] } | { contactKey: string } | { emailPrefix: string }

const { userID, username, fullName, email, contactNumber } = users
const listColumns = { userID, username, fullName, email, contactNumber }

/** Finds applicants, and the clerk's own account. */
export const listMatchingUsers = (db: Db, clerkID: string, criteria: UserSearch) =>
  db
    .select(listColumns)
    .from(users)
    .where(and(matching(criteria), isNull(users.closedAt), or(eq(users.role, 'user'), eq(users.userID, clerkID))))
    .orderBy(unindexed(users.email))
    .limit(maxMatches)

function matching(criteria: UserSearch): SQL {
  if ('nricHashes' in criteria) return inArray(users.nricHash, criteria.nricHashes)
  if ('contactKey' in criteria) return eq(users.contactKey, criteria.contactKey)
  return startsWith(users.email, criteria.emailPrefix)
}

export interface UserCursor {
  fullName: string
  userID: string
}

interface UserPageRequest {
  after: UserCursor | undefined
  search: string | undefined
  role: Role | undefined
}

/** One page, ordered by name. Reads one extra row to know whether there is a next page. */
export async function listUsersPage(db: Db, { after, search, role }: UserPageRequest) {
  const order = search ? unindexed(users.fullName) : users.fullName
  const rows = await db
    .select({
      ...listColumns,
      street: users.street,
      unitNumber: users.unitNumber,
      postalCode: users.postalCode,
      addressWhole: users.addressWhole,
      gender: users.gender,
      nationality: users.nationality,
      dob: users.dob,
      role: users.role,
      suspendedAt: users.suspendedAt,
      emailConfirmed: users.emailConfirmed,
    })
    .from(users)
    .where(
      and(
        isNull(users.closedAt),
        role && eq(users.role, role),
        after && sql`(${order}, ${users.userID}) > (${after.fullName}, ${after.userID}::uuid)`,
        search ? hasWordsOf(userWords(users), search) : undefined,
      ),
    )
    .orderBy(asc(order), asc(users.userID))
    .limit(pageSize + 1)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

/** The index in this order would be read whole if few people match. */
const unindexed = (column: typeof users.fullName | typeof users.email) => sql`${column} || ''`

export const cursorAfter = ({ fullName, userID }: UserCursor): string =>
  Buffer.from(JSON.stringify([fullName, userID])).toString('base64url')

/** A malformed cursor starts from the first page. */
export function readCursor(cursor: string | undefined): UserCursor | undefined {
  try {
    const [fullName, userID] = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString('utf8'))
    return typeof fullName === 'string' && /^[0-9a-f-]{36}$/.test(userID) ? { fullName, userID } : undefined
  } catch {
    return undefined
  }
}
