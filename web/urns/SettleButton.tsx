import type { WaitingRequest } from '#contract/second-person/waiting-request.ts'
import type { urnApi } from '#contract/urns/api.ts'
import type { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { ReasonDialog, type ReasonDialogProps } from '#web/ui/dialog/ReasonDialog.tsx'

type Settling = typeof urnApi.settleMismatch | typeof stockTakeApi.settle

interface SettleButtonProps<E extends Settling>
  extends Pick<ReasonDialogProps<E>, 'title' | 'endpoint' | 'input' | 'invalidates'> {
  /** The label with the name of the row, for screen readers. */
  name?: string
}

/** Asks for what was found, when somebody settles a mismatch or a difference. */
export const SettleButton = <E extends Settling>({ name, ...dialog }: SettleButtonProps<E>) => (
  <DialogButton
    small
    variant="secondary"
    aria-label={name}
    dialog={() => (
      <ReasonDialog
        label="What you found"
        help="Kept in the audit log."
        missing="Please say what you found."
        verb="Settle"
        done={(reply: { settled: boolean }) =>
          reply.settled ? 'Settled.' : 'This waits until somebody who took no part in it confirms it.'
        }
        {...dialog}
      />
    )}
  >
    Settle
  </DialogButton>
)

/** Shown beside the button, because anybody who took no part can still settle it without that request. */
export const AskedToSettle = ({ asked }: { asked: WaitingRequest | null }) =>
  asked && (
    <div>
      {asked.isMine ? 'You wrote' : `${asked.by} wrote`}: {asked.note} This waits until somebody who took no part in it
      confirms it.
    </div>
  )
