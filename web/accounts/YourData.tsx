import { useNavigate } from 'react-router'
import { z } from 'zod'
import { pathTo } from '#contract/pages.ts'
import { ClosingForm, privacyApi } from '#contract/privacy/api.ts'
import { spoken, t } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { downloadFile } from '#web/api/download.ts'
import { refresh, useApi, useApiMutation } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.tsx'
import { leaveSession, useSignedIn } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { DialogButton, useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'

export function YourData() {
  const request = useApi(privacyApi.closingRequest, {}).data?.request
  const isOpen = Boolean(request && !request.refusedAt)
  return (
    <Card title={t`Your data`}>
      <p className={common.muted}>
        {t`You can download everything that we hold about you, with the certificates that you sent. You can also close your account.`}
      </p>
      {request && <RequestNotice {...request} />}
      <div className={common.row3}>
        <DialogButton variant="secondary" dialog={() => <DownloadDataDialog />}>
          {t`Download my data`}
        </DialogButton>
        {!isOpen && (
          <DialogButton variant="secondary" dialog={() => <CloseAccountDialog />}>
            {t`Close my account`}
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
    done: t`Your account stays open.`,
    failed: toErrorMessage,
  })
  if (refusedAt) {
    return (
      <Callout title={t`Your account stays open for now`}>
        <p>{t`Our staff wrote on ${spoken().dateTime(refusedAt)}:`}</p>
        <p>{refusalReason}</p>
      </Callout>
    )
  }
  return (
    <Callout tone="warning" title={t`You asked us to close your account`}>
      <p>
        {t`Sent on ${spoken().dateTime(requestedAt)}. Because you have bookings, our staff look at them first and then write to you.`}
      </p>
      <div>
        <Button variant="secondary" small busy={withdraw.isPending} onClick={() => withdraw.mutate({})}>
          {t`Keep my account`}
        </Button>
      </div>
    </Callout>
  )
}

const noFields = z.object({})

function DownloadDataDialog() {
  const close = useCloseDialog()
  const form = useZodForm(noFields, {})
  const download = async () => {
    await downloadFile(privacyApi.download, { body: {} })
    toast.success(t`Your data was downloaded.`)
    close()
  }
  return (
    <Dialog title={t`Download my data`}>
      <p>
        {t`You get a ZIP file with your account, your bookings and payments, what was done in your account, and your certificates. Please keep it in a safe place: it contains your NRIC.`}
      </p>
      <Form form={form} onSubmit={download}>
        <FormActions submit={t`Download`} onCancel={close} />
      </Form>
    </Dialog>
  )
}

function CloseAccountDialog() {
  const close = useCloseDialog()
  const { role } = useSignedIn()
  const navigate = useNavigate()
  const showOutcome = async ({ closed }: { closed: boolean }) => {
    if (closed) {
      toast.success(t`Your account is closed. We have confirmed it by email.`)
      return leaveSession(() => navigate(pathTo('login'), { replace: true }))
    }
    toast.success(t`Our staff will look at your request and write to you.`)
    await refresh(privacyApi.closingRequest)
    close()
  }
  return (
    <FormDialog
      title={t`Close my account`}
      schema={ClosingForm}
      values={{ message: '' }}
      endpoint={privacyApi.close}
      input={(body) => ({ body })}
      verb={t`Close my account`}
      danger
      onSuccess={showOutcome}
    >
      {(form) => (
        <>
          <p>
            {t`Without bookings, your account is closed at once: your personal details are removed and you can no longer log in. This cannot be undone.`}
          </p>
          <p>{t`If you have bookings, our staff look at them first and then write to you.`}</p>
          {role !== 'user' && <p>{t`If you have moved urns as one of our staff, an admin decides about it first.`}</p>}
          <TextArea
            label={t`Message to our staff`}
            optional
            rows={3}
            maxLength={500}
            help={t`They read it only if you have bookings.`}
            {...form.field('message')}
          />
        </>
      )}
    </FormDialog>
  )
}
