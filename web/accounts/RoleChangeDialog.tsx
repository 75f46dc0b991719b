import { accountApi, type ListedUser } from '#contract/accounts/api.ts'
import type { AssignedRole } from '#contract/roles.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { roleLabels } from './role-labels.ts'

export interface RoleChange {
  user: ListedUser
  role: AssignedRole
}

export function RoleChangeDialog({ user, role, onClose }: RoleChange & { onClose: () => void }) {
  return (
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
        Change the role of <strong>{user.fullName}</strong> from {roleLabels[user.role]} to {roleLabels[role]}? They
        will be signed out at once, and told by e-mail.
      </p>
      {role !== 'applicant' && !user.emailConfirmed && (
        <Callout>
          Nobody has confirmed yet that {user.email} is the address of this person. If you go on, we first send a letter
          to it, and you can change the role once its link was used. Or send an invitation, whose link gives the account
          a new password and second factor.
        </Callout>
      )}
    </CallDialog>
  )
}
