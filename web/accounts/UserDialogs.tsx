import { z } from 'zod'
import { accountApi, type ListedUser } from '#contract/accounts/api.ts'
import type { AssignedRole } from '#contract/roles.ts'
import { required } from '#contract/schema-parts.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { readsIn } from '#web/core/reads-in.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Facts } from '#web/ui/Card.tsx'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { Fieldset } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { roleLabels } from './role-labels.ts'

interface UserDialogProps {
  user: ListedUser
  onClose: () => void
}

export const RoleChangeDialog = ({ user, role, onClose }: UserDialogProps & { role: AssignedRole }) => (
  <CallDialog
    title="Confirm Role Change"
    confirm="Yes, change role"
    endpoint={accountApi.updateRole}
    input={{ body: { userID: user.userID, role } }}
    done={`${user.fullName} now has the role ${roleLabels[role]}.`}
    failed={undefined}
    onError={(error) => {
      onClose()
      window.alert(toErrorMessage(error, 'Failed to update role'))
    }}
    invalidates={[accountApi.all]}
    onClose={onClose}
  >
    <p>
      Change the role of <strong>{user.fullName}</strong> from {roleLabels[user.role]} to {roleLabels[role]}? They will
      be signed out at once, and told by email.
    </p>
    {role !== 'applicant' && !user.emailConfirmed && (
      <Callout>
        Nobody has confirmed yet that {user.email} is the address of this person. If you go on, we first send a letter
        to it, and you can change the role once its link was used. Or send an invitation, whose link gives the account a
        new password and second factor.
      </Callout>
    )}
  </CallDialog>
)

const Reset = z.object({ reason: required('Please give a reason.', 500) })

/** Used for a user who has lost their phone. */
export const ResetTwoFactorDialog = ({ user, onClose }: UserDialogProps) => (
  <FormDialog
    title="User details and two-factor reset"
    schema={Reset}
    values={{ reason: '' }}
    endpoint={accountApi.resetSecondFactor}
    input={({ reason }) => ({ body: { userID: user.userID, reason } })}
    verb="Reset two-factor authentication"
    danger
    done={`${user.fullName} will set up two-factor authentication again at the next log in.`}
    onClose={onClose}
  >
    {(form) => (
      <>
        <Facts
          facts={[
            ['Name', user.fullName],
            ['Username', user.username],
            ['Email', <Email key="email" address={user.email} />],
            ['Phone', user.contactNumber],
          ]}
        />
        <Fieldset legend="Lost phone">
          <p>
            Resetting two-factor authentication signs {user.fullName} out and lets them set it up again. They are told
            by email, with your reason.
            {readsIn(user.language, user.fullName)}
          </p>
          <TextArea label="Reason" rows={2} {...form.field('reason')} />
        </Fieldset>
      </>
    )}
  </FormDialog>
)

export const suspensionVerb = ({ suspended }: ListedUser) => (suspended ? 'Lift suspension' : 'Suspend')

/** Used for somebody who leaves, or comes back. */
export const SuspensionDialog = ({ user, onClose }: UserDialogProps) => (
  <ReasonDialog
    title={`${suspensionVerb(user)}: ${user.fullName}`}
    verb={suspensionVerb(user)}
    danger={!user.suspended}
    endpoint={user.suspended ? accountApi.liftSuspension : accountApi.suspend}
    input={(reason) => ({ body: { userID: user.userID, reason } })}
    done={user.suspended ? `${user.fullName} can sign in again.` : `The account of ${user.fullName} is suspended.`}
    help="Kept in the audit log."
    invalidates={[accountApi.all]}
    onClose={onClose}
  >
    {user.suspended
      ? 'The person can sign in again with the same password and second factor.'
      : 'The person is signed out and cannot sign in any more. Invitations that they sent and moves of urns that they began alone end.'}
  </ReasonDialog>
)
