import { randomInt } from 'node:crypto'
import type { AccountEdit } from '#contract/accounts/account.ts'
import type { Context, SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { isWithinLimit, throttleAddress, throttleAttempt } from '#server/http/throttles.ts'
import { enqueueLetter, type Letter } from '#server/mail/outbox.ts'
import { addressInUseLetter } from './letters.ts'
import { isEmailReserved } from './link-tokens.ts'
import {
  findUser,
  findUserByEmail,
  type Identity,
  listUsersSharingIdentity,
  type UserRow,
  usernameIsFree,
} from './queries.ts'
import { identityChanges, lettersTo, perClientAddress } from './throttle-limits.ts'

/** Whether another account has the username, email or NRIC, or can return to the email. The table's constraints decide. */
export async function isTaken({ db, clock }: Context, identity: Identity, exceptUserID?: string): Promise<boolean> {
  const sharing = await listUsersSharingIdentity(db, identity)
  if (sharing.some(({ userID }) => userID !== exceptUserID)) return true
  return isEmailReserved(db, identity.email, clock(), exceptUserID)
}

/** Reveals no more than registration: not which detail is taken, with the same limit per client address, and the email's owner is told. */
export async function refuseTakenDetails(context: SignedInContext, { username, email }: AccountEdit) {
  const { userID } = context.actor
  const own = await findUser(context.db, userID)
  if (own?.email === email && own.username.toLowerCase() === username.toLowerCase()) return
  await throttleAddress(context, perClientAddress.register)
  await throttleAttempt(context, identityChanges(userID))
  if (!(await isTaken(context, { username, email, nricHashes: [] }, userID))) return
  if (own?.email !== email) await notifyOwner(context, 'address-in-use', email, addressInUseLetter)
  throw new AppError('DETAILS_TAKEN')
}

/** Tells the owner of the email, if there is one; at most once in ten minutes, and a few times a day. */
export async function notifyOwner(
  context: Context,
  kind: 'already-registered' | 'address-in-use',
  email: string,
  letterFor: (owner: UserRow, when: string) => Letter,
) {
  const owner = await findUserByEmail(context.db, email)
  if (owner && (await isWithinLimit(context, lettersTo(context, kind, email))))
    await enqueueLetter(context, owner, letterFor(owner, tenMinuteWindow(context)))
}

const tenMinuteWindow = ({ clock }: Context) => clock().toISOString().slice(0, 15)

/** The username comes from the email address; its owner may change it in Profile. */
export async function freeUsername({ db }: Context, email: string): Promise<string> {
  const base = (email.split('@')[0] ?? '').replace(/\W+/g, '_').slice(0, 40).padEnd(4, '_')
  let username = base
  while (!(await usernameIsFree(db, username))) username = `${base}${randomInt(1000, 1_000_000)}`
  return username
}
