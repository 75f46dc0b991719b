import { randomUUID } from 'node:crypto'
import type { InvitedRole } from '#contract/roles.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { AppError } from '#server/http/errors.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { type AskedAct, guard } from '#server/second-person/public.ts'
import { isEmailReserved } from './email-link-queries.ts'
import { deleteInvitation, listInvitations, upsertInvitation } from './invitation-queries.ts'
import { invitationLetter } from './letters.ts'
import { findUser, findUserByEmail } from './queries.ts'
import { hashToken, newToken } from './tokens.ts'

const hoursToAccept = 72

interface NewInvitation {
  email: string
  role: InvitedRole
}

const invalid = (email: string) => new AppError('INVALID', { errors: { email } })

/** In a larger house only two admins invite an admin. */
export const inviteStaff = (context: SignedInContext, { email, role }: NewInvitation) =>
  role === 'admin'
    ? guard(context, 'inviteAdmin', email, { what: () => `${email} is invited to be an admin.` }, inviteAdmin)
    : inTransaction(context, (context) => invite(context, { email, role }, context.actor.userID))

export const inviteAdmin = (context: SignedInContext, { subject: email, askedByID }: AskedAct) =>
  invite(context, { email, role: 'admin' }, askedByID)

/** Also to the address of an applicant's account: whoever reads its letters then takes the account over. */
async function invite(context: SignedInContext, { email, role }: NewInvitation, invitedBy: string) {
  const { db } = context
  const now = context.clock()
  const owner = await findUserByEmail(db, email)
  if (owner && (owner.role !== 'user' || owner.suspendedAt))
    throw invalid('A member of staff, or a suspended account, has this e-mail address.')
  if (await isEmailReserved(db, email, now, owner?.userID))
    throw invalid('Another account had this address lately and can return to it for 7 days after the change.')
  const token = newToken()
  const invitation = {
    invitationID: randomUUID(),
    email,
    role,
    tokenHash: hashToken(token),
    invitedBy,
    invitedAt: now,
    expiresAt: new Date(now.getTime() + hoursToAccept * 3_600_000),
  }
  await upsertInvitation(db, invitation)
  const inviter = (await findUser(db, invitedBy))?.fullName ?? ''
  await enqueueLetter(context, { email }, invitationLetter(role, inviter, token, hoursToAccept))
  await record(context, 'staff.invited', invitation.invitationID, { email, role, invitedBy })
}

export const withdrawInvitation = (context: SignedInContext, invitationID: string) =>
  inTransaction(context, async (context) => {
    const withdrawn = await deleteInvitation(context.db, invitationID)
    if (!withdrawn) throw new AppError('ALREADY_SETTLED')
    const { email, role } = withdrawn
    await record(context, 'staff.invitation_withdrawn', invitationID, { email, role })
  })

export async function listPendingInvitations({ db, clock }: SignedInContext) {
  const now = clock()
  return (await listInvitations(db)).map(({ invitation, invitedBy }) => ({
    ...invitation,
    invitedBy,
    isExpired: invitation.expiresAt <= now,
  }))
}
