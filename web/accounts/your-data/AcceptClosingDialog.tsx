import { type ListedClosingRequest, privacyApi } from '#contract/privacy/api.ts'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'

interface AcceptClosingDialogProps {
  request: ListedClosingRequest
  onClose: () => void
}

export const AcceptClosingDialog = ({ request: { userID, fullName }, onClose }: AcceptClosingDialogProps) => (
  <CallDialog
    title="Close this account"
    confirm="Yes, close it"
    danger
    endpoint={privacyApi.acceptClosing}
    input={{ body: { userID } }}
    done="The account is closed."
    onConflict={(sentence) => sentence && onClose()}
    invalidates={[privacyApi.closingRequests]}
    onClose={onClose}
  >
    {fullName} can no longer log in. E-mail, phone number, address and NRIC are removed, so Columba cannot write to them
    any more. The name stays on the bookings and payments. This cannot be undone.
  </CallDialog>
)
