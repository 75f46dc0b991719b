import type { Endpoint } from '#contract/endpoint.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import type { ApiInput } from '#web/api/request.ts'
import { type MutationOptions, useApiMutation } from '#web/api/use-api.ts'
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx'
import { useCloseDialog } from './DialogButton.tsx'

interface CallDialogProps<E extends Endpoint>
  extends MutationOptions<E>,
    Pick<ConfirmDialogProps, 'title' | 'confirm' | 'cancel' | 'danger' | 'children'> {
  endpoint: E
  input: ApiInput<E>
  /** The way out of a dialog that no button has opened. */
  onClose?: (() => void) | undefined
}

/** Asks before one call. A refusal is a toast. Closes on success, unless `onSuccess` says what happens then. */
export function CallDialog<E extends Endpoint>({
  title,
  confirm,
  cancel,
  danger,
  endpoint,
  input,
  onClose,
  children,
  ...options
}: CallDialogProps<E>) {
  const close = useCloseDialog(onClose)
  const { mutate, isPending } = useApiMutation(endpoint, {
    failed: toErrorMessage,
    onSuccess: close,
    onAsked: close,
    ...options,
  })
  const words = { title, confirm, cancel, danger }
  return (
    <ConfirmDialog {...words} busy={isPending} onConfirm={() => mutate(input)} onCancel={close}>
      {children}
    </ConfirmDialog>
  )
}
