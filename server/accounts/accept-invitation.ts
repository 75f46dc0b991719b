import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { invitationApi } from '#contract/accounts/invitation-api.ts'
import { pathTo } from '#contract/pages.ts'
import { record } from '#server/audit/public.ts'
import { type Context, inTransaction } from '#server/core/context.ts'
import { hashToken } from '#server/core/link-token.ts'
import type { Vault } from '#server/core/vault.ts'
import { AppError } from '#server/http/errors.ts'
import type { Input } from '#server/http/read-input.ts'
import { startSession } from '#server/http/sessions.ts'
import { throttleAddress } from '#server/http/throttles.ts'
import { noDetails, removeWaysIn } from './close-account.ts'
import { claimInvitation, findInvitation, type InvitationRow, isOfFamily } from './invitations.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { standInForNRIC, storedContact, storedNRIC } from './present-user.ts'
import {
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  type NewUserRow,
  type UserRow,
  updateUser,
} from './queries.ts'
import { freeUsername } from './taken-details.ts'
import { tellOfNewStaff } from './tell-admins.ts'
import { perClientAddress } from './throttle-limits.ts'

type Form = Input<typeof invitationApi.accept>['body']

export async function readInvitation(context: Context, token: string) {
  const { email, role } = await findOrRefuse(context, token)
  return { email, role }
}

/** The account is signed in as far as after the password, so the second factor is set up next. */
export async function acceptInvitation(context: Context, form: Form, reply: FastifyReply) {
  const { email } = await findOrRefuse(context, form.token)
  refuseWeakPassword('newPassword', form.newPassword, { email, username: '' })
  const passwordHash = await hashPassword(form.newPassword, context.client)

  await inTransaction(context, async (context) => {
    const invitation = await claimInvitation(context.db, hashToken(form.token), context.clock())
    if (!invitation) throw new AppError('INVITATION_INVALID')
    const user =
      (await takeOverAccount(context, invitation, form, passwordHash)) ??
      (await insertUser(context.db, await newStaffRow(context, invitation, form, passwordHash)))
    if (!user) throw new AppError('DETAILS_TAKEN')
    const { invitationID, role, invitedBy } = invitation
    await record(context, 'staff.invitation_accepted', user.userID, { invitationID, role, invitedBy }, user.fullName)
    await tellOfNewStaff(context, user, role, (await findUser(context.db, invitedBy))?.fullName ?? '')
    await startSession(context, reply, user.userID, 'setup')
  })
  return { redirectTo: pathTo('setupTwoFactor') }
}

/**
 * Anybody may have registered with the address. Its letters reach the person who was invited, so the account becomes theirs: with their
 * name, password and second factor, and without the NRIC of whoever registered, so it cannot become that of an applicant again.
 */
async function takeOverAccount(
  context: Context,
  { email, role }: InvitationRow,
  { fullName, contactNumber }: Form,
  passwordHash: string,
): Promise<UserRow | undefined> {
  const found = await findUserByEmail(context.db, email)
  const user = found && (await lockUser(context.db, found.userID))
  if (!user) return undefined
  /** The address may have been changed before the account was locked, or a booking made since the invitation. */
  const isTakenOver = user.email === email && user.role === 'user' && !user.suspendedAt
  if (!isTakenOver || (await isOfFamily(context.db, user.userID))) throw new AppError('INVITATION_INVALID')
  const contact = { fullName, ...storedContact(contactNumber) }
  const access = { role, passwordHash, totpSealed: null, emailConfirmed: true }
  const changes = { ...contact, ...access, ...withoutDetails(context.vault, user.userID) }
  await updateUser(context.db, user.userID, changes)
  await removeWaysIn(context, user.userID)
  return { ...user, ...changes }
}

async function findOrRefuse(context: Context, token: string): Promise<InvitationRow> {
  await throttleAddress(context, perClientAddress.emailLink)
  const invitation = await findInvitation(context.db, hashToken(token), context.clock())
  if (!invitation) throw new AppError('INVITATION_INVALID')
  return invitation
}

/** Staff are not asked for what only applicants need. */
const withoutDetails = (vault: Vault, userID: string) => ({
  ...storedNRIC(vault, standInForNRIC(userID)),
  ...noDetails,
})

async function newStaffRow(
  context: Context,
  { email, role }: InvitationRow,
  form: Form,
  passwordHash: string,
): Promise<NewUserRow> {
  const { vault, clock } = context
  const userID = randomUUID()
  return {
    userID,
    username: await freeUsername(context, email),
    email,
    fullName: form.fullName,
    ...storedContact(form.contactNumber),
    ...withoutDetails(vault, userID),
    passwordHash,
    emailConfirmed: true,
    role,
    createdAt: clock(),
  }
}
