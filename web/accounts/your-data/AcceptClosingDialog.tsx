import { type ListedClosingRequest, privacyApi } from '#contract/privacy/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

interface AcceptClosingDialogProps {
  request: ListedClosingRequest
  onClose: () => void
}

export function AcceptClosingDialog({ request: { userID, fullName }, onClose }: AcceptClosingDialogProps) {
  const accept = useApiMutation(privacyApi.acceptClosing, {
    invalidates: [privacyApi.closingRequests],
    done: 'The account is closed.',
    failed: toErrorMessage,
    onSuccess: onClose,
    onConflict: (sentence) => sentence && onClose(),
  })
  return (
    <ConfirmDialog
      title="Close this account"
      confirm="Yes, close it"
      danger
      busy={accept.isPending}
      onConfirm={() => accept.mutate({ body: { userID } })}
      onCancel={onClose}
    >
      {fullName} can no longer log in. E-mail, phone number, address and NRIC are removed, so Columba cannot write to
      them any more. The name stays on the bookings and payments. This cannot be undone.
    </ConfirmDialog>
  )
}
