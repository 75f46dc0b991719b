import { and, asc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import type { Db } from '#server/database/database.ts'
import { users } from '#server/database/schema.ts'

const mostPossible = 5
const pageSize = 1000

export type Wanted = { nricHashes: string[] } | { contactKey: string } | { emailPrefix: string }

const { userID, username, fullName, email, contactNumber } = users
const shown = { userID, username, fullName, email, contactNumber }

/** Applicants, and the clerk who asks. */
export const listPossible = (db: Db, clerkID: string, it: Wanted) =>
  db
    .select(shown)
    .from(users)
    .where(and(matching(it), or(eq(users.role, 'user'), eq(users.userID, clerkID))))
    .orderBy(users.email)
    .limit(mostPossible)

function matching(it: Wanted): SQL {
  if ('nricHashes' in it) return inArray(users.nricHash, it.nricHashes)
  if ('contactKey' in it) return eq(users.contactKey, it.contactKey)
  return like(users.email, `${escapeLike(it.emailPrefix)}%`)
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export interface Place {
  fullName: string
  userID: string
}

interface PeoplePage {
  after: Place | undefined
  search: string | undefined
  role: Role | undefined
}

/** One page in the order of names; one row more than is shown says whether there is another. */
export async function listPeople(db: Db, { after, search, role }: PeoplePage) {
  const rows = await db
    .select({
      ...shown,
      street: users.street,
      unitNumber: users.unitNumber,
      postalCode: users.postalCode,
      addressWhole: users.addressWhole,
      gender: users.gender,
      nationality: users.nationality,
      dob: users.dob,
      role: users.role,
    })
    .from(users)
    .where(
      and(
        role && eq(users.role, role),
        after && sql`(${users.fullName}, ${users.userID}) > (${after.fullName}, ${after.userID}::uuid)`,
        search ? containing(search.toLowerCase()) : undefined,
      ),
    )
    .orderBy(asc(users.fullName), asc(users.userID))
    .limit(pageSize + 1)
  return { rows: rows.slice(0, pageSize), isMore: rows.length > pageSize }
}

function containing(words: string): SQL | undefined {
  const anywhere = `%${escapeLike(words)}%`
  return or(
    like(sql`lower(${users.fullName})`, anywhere),
    like(users.email, anywhere),
    like(sql`lower(${users.username})`, anywhere),
    like(users.contactNumber, anywhere),
  )
}

export const cursorAfter = ({ fullName, userID }: Place): string =>
  Buffer.from(JSON.stringify([fullName, userID])).toString('base64url')

/** A cursor that we did not write begins at the beginning. */
export function readCursor(cursor: string | undefined): Place | undefined {
  try {
    const [fullName, userID] = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString('utf8'))
    return typeof fullName === 'string' && /^[0-9a-f-]{36}$/.test(userID) ? { fullName, userID } : undefined
  } catch {
    return undefined
  }
}
