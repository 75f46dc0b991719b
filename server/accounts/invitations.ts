import { randomUUID } from 'node:crypto'
import { and, desc, eq, exists, gt, gte, isNull, sql } from 'drizzle-orm'
import type { InvitedRole } from '#contract/roles.ts'
import { record } from '#server/audit/public.ts'
import { inTransaction, type SignedInContext } from '#server/core/context.ts'
import { hashToken, newToken } from '#server/core/link-token.ts'
import { familyAccess, staffInvitations, users } from '#server/database/schema.ts'
import { AppError } from '#server/http/errors.ts'
import { enqueueLetter } from '#server/mail/outbox.ts'
import { type Db, isThere, only } from '#server/ports/database.ts'
import { type AskedAct, guard } from '#server/second-person/public.ts'
import { invitationLetter } from './letters.ts'
import { isEmailReserved } from './link-tokens.ts'
import { findUser, findUserByEmail } from './queries.ts'

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

/**
 * Invites the address of an applicant's account, too: whoever reads its letters then takes the account over. One that a family uses stays
 * with it.
 */
async function invite(context: SignedInContext, { email, role }: NewInvitation, invitedBy: string) {
  const { db } = context
  const now = context.clock()
  const owner = await findUserByEmail(db, email)
  if (owner && (owner.role !== 'user' || owner.suspendedAt))
    throw invalid('A member of staff, or a suspended account, has this email address.')
  if (owner && (await isOfFamily(db, owner.userID)))
    throw invalid("The account of a family's booking has this email address. Please invite another address.")
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

export type InvitationRow = typeof staffInvitations.$inferSelect

/** The invitations, newest first, with the name of the admin. */
const listInvitations = (db: Db) =>
  db
    .select({ invitation: staffInvitations, invitedBy: users.fullName })
    .from(staffInvitations)
    .innerJoin(users, eq(users.userID, staffInvitations.invitedBy))
    .orderBy(desc(staffInvitations.invitedAt), staffInvitations.email)

/** Replaces an earlier invitation to the same address. */
const upsertInvitation = (db: Db, row: InvitationRow) =>
  db.insert(staffInvitations).values(row).onConflictDoUpdate({ target: staffInvitations.email, set: row })

export const findInvitation = (db: Db, tokenHash: string, now: Date): Promise<InvitationRow | undefined> =>
  db
    .select()
    .from(staffInvitations)
    .where(isUsable(db, tokenHash, now))
    .then(only)

/** Undefined if somebody accepted or withdrew it in the meantime. */
export const claimInvitation = (db: Db, tokenHash: string, now: Date): Promise<InvitationRow | undefined> =>
  db
    .delete(staffInvitations)
    .where(isUsable(db, tokenHash, now))
    .returning()
    .then(only)

/** Whether the account has a booking, or may act for somebody who has. */
export const isOfFamily = (db: Db, userID: string): Promise<boolean> =>
  isThere(db, familyAccess, eq(familyAccess.userID, userID))

const deleteInvitation = (db: Db, invitationID: string): Promise<InvitationRow | undefined> =>
  db.delete(staffInvitations).where(eq(staffInvitations.invitationID, invitationID)).returning().then(only)

/** All that were not accepted, or those that were sent since. Returns how many. */
export const deleteInvitationsFrom = (db: Db, userID: string, since?: Date): Promise<number> =>
  db
    .delete(staffInvitations)
    .where(and(eq(staffInvitations.invitedBy, userID), since && gte(staffInvitations.invitedAt, since)))
    .returning({ invitationID: staffInvitations.invitationID })
    .then((rows) => rows.length)

/** The sender must still be an admin who can sign in: an invitation sent at the moment of a suspension is not deleted with the others. */
const isUsable = (db: Db, tokenHash: string, now: Date) =>
  and(
    eq(staffInvitations.tokenHash, tokenHash),
    gt(staffInvitations.expiresAt, now),
    exists(
      db
        .select({ one: sql`1` })
        .from(users)
        .where(and(eq(users.userID, staffInvitations.invitedBy), eq(users.role, 'admin'), isNull(users.suspendedAt))),
    ),
  )
