import { toErrorMessage } from '#web/api/api-error.ts'
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx'

interface ConfirmAccountProps {
  /** Carries the masked e-mail address of the account. */
  error: Error
  name: string
  email: string
  onConfirm: () => void
  onCancel: () => void
}

/** The NRIC belongs to an account with another e-mail address than the one entered, so letters might go to one that the family does not read. */
export const ConfirmAccount = ({ error, name, email, onConfirm, onCancel }: ConfirmAccountProps) => (
  <ConfirmDialog
    title="Is this the right account?"
    confirm="Book for this account"
    cancel="Check the details"
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    <p>{toErrorMessage(error)}</p>
    <p>
      The account is in the name of <strong>{name}</strong>. Letters about this booking go to the address of the
      account, not to {email}.
    </p>
  </ConfirmDialog>
)
