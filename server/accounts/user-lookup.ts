import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { contactKey } from '#contract/accounts/account.ts'
import type { accountApi, ExistingUser, User } from '#contract/accounts/api.ts'
import { fromListedRole, type Role, toListedRole } from '#contract/roles.ts'
import { record, recordEach, recordFurtherReads } from '#server/audit/public.ts'
import type { Actor, Context, SignedInContext } from '#server/core/context.ts'
import { nameMatches } from '#server/database/name-search.ts'
import { users, userText } from '#server/database/schema.ts'
import { startsWith } from '#server/database/starts-with.ts'
import { AppError } from '#server/http/errors.ts'
import { toPage } from '#server/http/paged.ts'
import { throttleAddress } from '#server/http/throttles.ts'
import type { Db } from '#server/ports/database.ts'
import { formatAddress, presentUser, readNRIC } from './present-user.ts'
import { findUser, findUserByNRICHash, type UserRow } from './queries.ts'
import { perClientAddress } from './throttle-limits.ts'

/** Counts with the other look-ups of people by staff. */
export const throttleLookup = (context: Context) => throttleAddress(context, perClientAddress.lookup)

type QueryOf<E extends { query: z.ZodType }> = z.output<E['query']>

/** Applicants see their own account, staff also those of applicants, admins all. */
const canView = ({ userID, role }: Actor, user: UserRow) =>
  user.userID === userID || role === 'admin' || (role === 'staff' && user.role === 'user')

export async function getUserByID(context: SignedInContext, userID: string): Promise<User> {
  const { actor, vault } = context
  const user = await findUser(context.db, userID)
  if (!user || !canView(actor, user)) throw new AppError('NOT_FOUND')
  if (userID === actor.userID) return presentUser(user, readNRIC(user, vault))
  if (actor.role === 'admin') return presentUser(user)
  await record(context, 'lookup.user', userID)
  return presentUser(user, readNRIC(user, vault))
}

export async function getUserByNRIC(context: SignedInContext, nric: string): Promise<User> {
  await throttleLookup(context)
  const user = await findUserByNRICHash(context.db, context.vault.hashes(nric))
  const found = user && canView(context.actor, user) ? user : undefined
  await record(context, 'lookup.nric', found?.userID ?? 'unknown')
  if (!found) throw new AppError('NO_USER_WITH_NRIC')
  await recordFurtherReads(context, 'lookUp', [found.userID])
  return presentUser(found, nric)
}

const minSearchLength = { nric: 9, contactNumber: 8, email: 5 } as const

export async function findExistingUsers(
  context: SignedInContext,
  { attr, value }: QueryOf<typeof accountApi.findExisting>,
): Promise<ExistingUser[]> {
  if (value.length < minSearchLength[attr]) return []
  await throttleLookup(context)
  const found = await listMatchingUsers(context.db, context.actor.userID, searchCriteria(context, attr, value))
  /** One entry for each person, because the audit log and a download of data find people by the subject. */
  const subjects = found.length > 0 ? found.map(({ userID }) => userID) : ['unknown']
  const entries = subjects.map((subject) => ({ subject, details: { attr } }))
  await recordEach(context, attr === 'nric' ? 'lookup.nric' : 'lookup.user', entries)
  await recordFurtherReads(
    context,
    'lookUp',
    found.map(({ userID }) => userID),
  )
  return found
}

function searchCriteria({ vault }: SignedInContext, attr: keyof typeof minSearchLength, value: string) {
  if (attr === 'nric') return { nricHashes: vault.hashes(value.toUpperCase()) }
  if (attr === 'contactNumber') return { contactKey: contactKey(value) }
  return { emailPrefix: value.toLowerCase() }
}

export async function listUsers({ db }: SignedInContext, { cursor, search, role }: QueryOf<typeof accountApi.all>) {
  const after = readCursor(cursor)
  const { rows, hasMore } = await listUsersPage(db, { after, search, role: role && fromListedRole(role) })
  const last = rows.at(-1)
  const listed = rows.map((row) => ({
    ...row,
    userAddress: formatAddress(row),
    role: toListedRole(row.role),
    suspended: row.suspendedAt !== null,
    emailConfirmed: row.emailConfirmed === true,
  }))
  return toPage(listed, hasMore && last ? cursorAfter(last) : undefined)
}

const maxMatches = 5
const pageSize = 1000

type UserSearch = { nricHashes: string[] } | { contactKey: string } | { emailPrefix: string }

const { userID, username, fullName, email, contactNumber } = users
const listColumns = { userID, username, fullName, email, contactNumber }

/** Finds applicants, and the clerk's own account. */
const listMatchingUsers = (db: Db, clerkID: string, criteria: UserSearch) =>
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
async function listUsersPage(db: Db, { after, search, role }: UserPageRequest) {
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
      language: users.language,
      suspendedAt: users.suspendedAt,
      emailConfirmed: users.emailConfirmed,
    })
    .from(users)
    .where(
      and(
        isNull(users.closedAt),
        role && eq(users.role, role),
        after && sql`(${order}, ${users.userID}) > (${after.fullName}, ${after.userID}::uuid)`,
        search ? nameMatches(userText(users), search) : undefined,
      ),
    )
    .orderBy(asc(order), asc(users.userID))
    .limit(pageSize + 1)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

/** The index in this order would be read whole if few people match. */
const unindexed = (column: typeof users.fullName | typeof users.email) => sql`${column} || ''`

const cursorAfter = ({ fullName, userID }: UserCursor): string =>
  Buffer.from(JSON.stringify([fullName, userID])).toString('base64url')

/** A malformed cursor starts from the first page. */
function readCursor(cursor: string | undefined): UserCursor | undefined {
  try {
    const [fullName, userID] = JSON.parse(Buffer.from(cursor ?? '', 'base64url').toString('utf8'))
    return typeof fullName === 'string' && /^[0-9a-f-]{36}$/.test(userID) ? { fullName, userID } : undefined
  } catch {
    return undefined
  }
}
