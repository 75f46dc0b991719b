import type { Endpoint } from '#contract/endpoint.ts'
import { ReasonDialog, type ReasonDialogProps } from '#web/ui/ReasonDialog.tsx'

type SettleDialogProps<E extends Endpoint> = Pick<
  ReasonDialogProps<E>,
  'title' | 'endpoint' | 'input' | 'invalidates' | 'onClose'
>

/** Asks for what was found, when somebody settles a mismatch or a difference. */
export const SettleDialog = <E extends Endpoint>(dialog: SettleDialogProps<E>) => (
  <ReasonDialog
    label="What you found"
    help="Kept in the audit log."
    missing="Please say what you found."
    verb="Settle"
    done="Settled."
    {...dialog}
  />
)
