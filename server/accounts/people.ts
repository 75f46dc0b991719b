import type { z } from 'zod'
import { contactKey } from '#contract/accounts/account.ts'
import type { accountApi, ExistingUser, User } from '#contract/accounts/api.ts'
import { fromListedRole, toListedRole } from '#contract/roles.ts'
import { record } from '#server/audit/actions.ts'
import type { Actor, SignedIn } from '#server/context.ts'
import { AppError } from '#server/http/errors.ts'
import { paged } from '#server/http/paged.ts'
import { throttleAddress } from '#server/http/throttles.ts'
import { perAddress } from './limits.ts'
import { cursorAfter, listPeople, listPossible, readCursor } from './people-queries.ts'
import { addressOf, presentUser } from './present.ts'
import { findUser, findUserByNRICHash, type UserRow } from './queries.ts'

type QueryOf<E extends { query: z.ZodType }> = z.output<E['query']>

/** Applicants see themselves, staff also applicants, admins everyone. */
const maySee = ({ userID, role }: Actor, them: UserRow) =>
  them.userID === userID || role === 'admin' || (role === 'staff' && them.role === 'user')

export async function getUserByID(context: SignedIn, userID: string): Promise<User> {
  const { actor, vault } = context
  const user = await findUser(context.db, userID)
  if (!user || !maySee(actor, user)) throw new AppError('NOT_FOUND')
  if (userID === actor.userID) return presentUser(user, vault.openText(user.nricSealed))
  if (actor.role === 'admin') return presentUser(user)
  await record(context, 'lookup.user', userID)
  return presentUser(user, vault.openText(user.nricSealed))
}

export async function getUserByNRIC(context: SignedIn, nric: string): Promise<User> {
  await throttleAddress(context, perAddress.lookup)
  const user = await findUserByNRICHash(context.db, context.vault.hashes(nric))
  const found = user && maySee(context.actor, user) ? user : undefined
  await record(context, 'lookup.nric', found?.userID ?? 'unknown')
  if (!found) throw new AppError('NO_USER_WITH_NRIC')
  return presentUser(found, nric)
}

const leastTyped = { nric: 9, contactNumber: 8, email: 5 } as const

export async function findExistingUsers(
  context: SignedIn,
  { attr, value }: QueryOf<typeof accountApi.findExisting>,
): Promise<ExistingUser[]> {
  if (value.length < leastTyped[attr]) return []
  await throttleAddress(context, perAddress.lookup)
  const found = await listPossible(context.db, context.actor.userID, wanted(context, attr, value))
  await record(context, attr === 'nric' ? 'lookup.nric' : 'lookup.user', found.map((each) => each.userID).join(' '), {
    attr,
  })
  return found
}

function wanted({ vault }: SignedIn, attr: keyof typeof leastTyped, value: string) {
  if (attr === 'nric') return { nricHashes: vault.hashes(value.toUpperCase()) }
  if (attr === 'contactNumber') return { contactKey: contactKey(value) }
  return { emailPrefix: value.toLowerCase() }
}

export async function listUsers({ db }: SignedIn, { cursor, search, role }: QueryOf<typeof accountApi.all>) {
  const after = readCursor(cursor)
  const { rows, isMore } = await listPeople(db, { after, search, role: role && fromListedRole(role) })
  const last = rows.at(-1)
  const people = rows.map((row) => ({ ...row, userAddress: addressOf(row), role: toListedRole(row.role) }))
  return paged(people, isMore && last ? cursorAfter(last) : undefined)
}
