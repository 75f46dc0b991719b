import { accountApi, type ListedUser } from '#contract/accounts/api.ts'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'

export const suspensionVerb = ({ suspended }: ListedUser) => (suspended ? 'Lift suspension' : 'Suspend')

/** For somebody who leaves, or comes back. */
export const SuspensionDialog = ({ user, onClose }: { user: ListedUser; onClose: () => void }) => (
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
