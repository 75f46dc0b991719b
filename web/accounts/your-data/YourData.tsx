import { formatDateTime } from '#contract/dates.ts'
import { privacyApi } from '#contract/privacy/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApi, useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { CloseAccountDialog } from './CloseAccountDialog.tsx'
import { DownloadDataDialog } from './DownloadDataDialog.tsx'

export function YourData() {
  const request = useApi(privacyApi.closingRequest, {}).data?.request
  const isOpen = Boolean(request && !request.refusedAt)
  return (
    <Card title="Your data">
      <p className={common.muted}>
        You can download everything that we hold about you, with the certificates that you sent. You can also close your
        account.
      </p>
      {request && <RequestNotice {...request} />}
      <div className={common.row3}>
        <DialogButton variant="secondary" dialog={(onClose) => <DownloadDataDialog onClose={onClose} />}>
          Download my data
        </DialogButton>
        {!isOpen && (
          <DialogButton variant="secondary" dialog={(onClose) => <CloseAccountDialog onClose={onClose} />}>
            Close my account
          </DialogButton>
        )}
      </div>
    </Card>
  )
}

interface RequestNoticeProps {
  requestedAt: string
  refusedAt: string | null
  refusalReason: string | null
}

function RequestNotice({ requestedAt, refusedAt, refusalReason }: RequestNoticeProps) {
  const withdraw = useApiMutation(privacyApi.withdrawClosing, {
    invalidates: [privacyApi.closingRequest],
    done: 'Your account stays open.',
    failed: toErrorMessage,
  })
  if (refusedAt) {
    return (
      <Callout title="Your account stays open for now">
        <p>Our staff wrote on {formatDateTime(refusedAt)}:</p>
        <p>{refusalReason}</p>
      </Callout>
    )
  }
  return (
    <Callout tone="warning" title="You asked us to close your account">
      <p>
        Sent on {formatDateTime(requestedAt)}. Because you have bookings, our staff look at them first and then write to
        you.
      </p>
      <div>
        <Button variant="secondary" small busy={withdraw.isPending} onClick={() => withdraw.mutate({})}>
          Keep my account
        </Button>
      </div>
    </Callout>
  )
}
