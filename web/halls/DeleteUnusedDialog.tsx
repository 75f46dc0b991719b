import type { Endpoint } from '#contract/endpoint.ts'
import { hallApi } from '#contract/halls/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import type { ApiInput } from '#web/api/request.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

interface DeleteUnusedDialogProps<E extends Endpoint> {
  /** Such as `block A`. */
  name: string
  endpoint: E
  input: ApiInput<E>
  onClose: () => void
}

/** Refused for anything that was used, so a wrong press loses nothing that happened. */
export function DeleteUnusedDialog<E extends Endpoint>({ name, endpoint, input, onClose }: DeleteUnusedDialogProps<E>) {
  const remove = useApiMutation(endpoint, {
    done: `Deleted: ${name}.`,
    failed: (error) => toErrorMessage(error),
    onSuccess: onClose,
    onError: onClose,
    invalidates: [hallApi.list, nicheApi.niches],
  })
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(input)}
      onCancel={onClose}
    >
      Everything in it is deleted too, unless something was booked, counted or placed there.
    </ConfirmDialog>
  )
}
