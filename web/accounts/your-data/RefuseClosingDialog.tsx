import { type ListedClosingRequest, privacyApi } from '#contract/privacy/api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'

interface RefuseClosingDialogProps {
  request: ListedClosingRequest
  onClose: () => void
}

export function RefuseClosingDialog({ request: { userID, fullName }, onClose }: RefuseClosingDialogProps) {
  const refuse = useApiMutation(privacyApi.refuseClosing, {
    invalidates: [privacyApi.closingRequests],
    done: 'The account stays open.',
    onSuccess: onClose,
  })
  return (
    <ReasonDialog
      title="Keep this account open"
      verb="Refuse"
      isBusy={refuse.isPending}
      onSubmit={(reason) => refuse.mutateAsync({ body: { userID, reason } })}
      onClose={onClose}
    >
      {fullName} is told by e-mail and in the profile, with your reason.
    </ReasonDialog>
  )
}
