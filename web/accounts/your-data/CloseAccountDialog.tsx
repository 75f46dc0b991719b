import { useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { ClosingForm, privacyApi } from '#contract/privacy/api.ts'
import { refresh } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.ts'
import { leaveSession } from '#web/session/session.ts'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'

export function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const showOutcome = async ({ closed }: { closed: boolean }) => {
    if (closed) {
      toast.success('Your account is closed. We have confirmed it by e-mail.')
      return leaveSession(() => navigate(pathTo('login'), { replace: true }))
    }
    toast.success('Our staff will look at your request and write to you.')
    await refresh(privacyApi.closingRequest)
    onClose()
  }
  return (
    <FormDialog
      title="Close my account"
      schema={ClosingForm}
      values={{ message: '' }}
      endpoint={privacyApi.close}
      input={(body) => ({ body })}
      verb="Close my account"
      danger
      onSuccess={showOutcome}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>
            Without bookings, your account is closed at once: your personal details are removed and you can no longer
            log in. This cannot be undone.
          </p>
          <p>If you have bookings, our staff look at them first and then write to you.</p>
          <TextArea
            label="Message to our staff"
            optional
            rows={3}
            maxLength={500}
            help="They read it only if you have bookings."
            {...form.field('message')}
          />
        </>
      )}
    </FormDialog>
  )
}
