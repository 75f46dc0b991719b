import { accountApi, type ListedUser } from '#contract/accounts/api.ts'
import type { AssignedRole } from '#contract/roles.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { roleLabels } from './role-labels.ts'

export interface RoleChange {
  user: ListedUser
  role: AssignedRole
}

export function RoleChangeDialog({ user, role, onClose }: RoleChange & { onClose: () => void }) {
  const update = useApiMutation(accountApi.updateRole, {
    invalidates: [accountApi.all],
    done: `${user.fullName} now has the role ${roleLabels[role]}.`,
    onSuccess: onClose,
    onError: (error) => {
      onClose()
      window.alert(toErrorMessage(error, 'Failed to update role'))
    },
  })

  return (
    <ConfirmDialog
      title="Confirm Role Change"
      confirm="Yes, change role"
      busy={update.isPending}
      onConfirm={() => update.mutate({ body: { userID: user.userID, role } })}
      onCancel={onClose}
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
    </ConfirmDialog>
  )
}
