import type { z } from 'zod'
import { contactKey } from '#contract/accounts/account.ts'
import type { accountApi, ExistingUser, User } from '#contract/accounts/api.ts'
import { fromListedRole, toListedRole } from '#contract/roles.ts'
import { record, recordEach, recordFurtherReads } from '#server/audit/public.ts'
import type { Actor, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { toPage } from '#server/http/paged.ts'
import { throttleAddress } from '#server/http/throttles.ts'
import { formatAddress, presentUser, readNRIC } from './present-user.ts'
import { findUser, findUserByNRICHash, type UserRow } from './queries.ts'
import { perClientAddress } from './throttle-limits.ts'
import { cursorAfter, listMatchingUsers, listUsersPage, readCursor } from './user-queries.ts'

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
  await throttleAddress(context, perClientAddress.lookup)
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
  await throttleAddress(context, perClientAddress.lookup)
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
