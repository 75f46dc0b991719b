import type { Endpoint } from '#contract/endpoint.ts'
import { hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { ApiInput } from '#web/api/request.ts'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'

interface DeleteUnusedDialogProps<E extends Endpoint> {
  /** Such as `block A`. */
  name: string
  endpoint: E
  input: ApiInput<E>
  onClose: () => void
}

/** Refused for anything that was used, so a wrong press loses nothing that happened. */
export const DeleteUnusedDialog = <E extends Endpoint>({ name, onClose, ...call }: DeleteUnusedDialogProps<E>) => (
  <CallDialog
    title={`Delete ${name}?`}
    confirm="Delete"
    danger
    done={`Deleted: ${name}.`}
    invalidates={[hallApi.list, nicheApi.niches]}
    onClose={onClose}
    onError={onClose}
    {...call}
  >
    Everything in it is deleted too, unless something was booked, counted or placed there.
  </CallDialog>
)
