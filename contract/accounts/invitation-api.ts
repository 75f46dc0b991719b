import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { invitedRoles } from '../roles.ts'
import { instant, required, Success, uuid } from '../schema-parts.ts'
import { contactNumber, email, NewPassword, staffName } from './account.ts'

const Invitation = z.object({
  invitationID: z.string(),
  email: z.string(),
  role: z.enum(invitedRoles),
  invitedBy: z.string(),
  invitedAt: instant,
  expiresAt: instant,
  isExpired: z.boolean(),
})

/** The form with which an admin invites somebody. */
export const NewInvitation = z.object({ email, role: z.enum(invitedRoles, 'Please choose a role') })

/** The form of the person who was invited. */
export const InvitedPerson = z.object({ fullName: staffName, contactNumber, newPassword: NewPassword })
export type InvitedPerson = z.infer<typeof InvitedPerson>

const token = required('This link is not complete.', 200)

const { anyone, admins } = callsBelow('/api/user')

export const invitationApi = {
  list: admins.get('invitations', 'Invitations of staff that were not accepted yet', { reply: z.array(Invitation) }),
  invite: admins.post(
    'invite',
    'Invite a member of staff by email; an earlier link to the same address no longer works',
    { freshFactor: true, body: NewInvitation },
  ),
  withdraw: admins.post('withdraw-invitation', 'Withdraw an invitation', { body: z.object({ invitationID: uuid }) }),
  read: anyone.post('read-invitation', 'Whom the invitation with this token is for', {
    body: z.object({ token }),
    reply: z.object({ email: z.string(), role: z.enum(invitedRoles) }),
  }),
  accept: anyone.post(
    'accept-invitation',
    'Open the account that the invitation is for, and go on to its second factor',
    { body: InvitedPerson.extend({ token }), reply: Success.extend({ redirectTo: z.string() }) },
  ),
} as const
