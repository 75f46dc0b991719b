import { type ListedClosingRequest, privacyApi } from '#contract/privacy/api.ts'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'

interface RefuseClosingDialogProps {
  request: ListedClosingRequest
  onClose: () => void
}

export const RefuseClosingDialog = ({ request: { userID, fullName }, onClose }: RefuseClosingDialogProps) => (
  <ReasonDialog
    title="Keep this account open"
    verb="Refuse"
    endpoint={privacyApi.refuseClosing}
    input={(reason) => ({ body: { userID, reason } })}
    done="The account stays open."
    invalidates={[privacyApi.closingRequests]}
    onClose={onClose}
  >
    {fullName} is told by e-mail and in the profile, with your reason.
  </ReasonDialog>
)
