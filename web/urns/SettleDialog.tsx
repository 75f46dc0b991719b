import type { WaitingRequest } from '#contract/second-person/waiting-request.ts'
import type { urnApi } from '#contract/urns/api.ts'
import type { stockTakeApi } from '#contract/urns/stock-take-api.ts'
import { ReasonDialog, type ReasonDialogProps } from '#web/ui/dialog/ReasonDialog.tsx'

type Settling = typeof urnApi.settleMismatch | typeof stockTakeApi.settle
type SettleDialogProps<E extends Settling> = Pick<
  ReasonDialogProps<E>,
  'title' | 'endpoint' | 'input' | 'invalidates' | 'onClose'
>

/** Asks for what was found, when somebody settles a mismatch or a difference. */
export const SettleDialog = <E extends Settling>(dialog: SettleDialogProps<E>) => (
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
)

/** Shown beside the button, because anybody who took no part can still settle it without that request. */
export const AskedToSettle = ({ asked }: { asked: WaitingRequest | null }) =>
  asked && (
    <div>
      {asked.isMine ? 'You wrote' : `${asked.by} wrote`}: {asked.note} This waits until somebody who took no part in it
      confirms it.
    </div>
  )
