import { z } from 'zod'
import { privacyApi } from '#contract/privacy/api.ts'
import { downloadFile } from '#web/api/download.ts'
import { toast } from '#web/core/toast.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Form, FormActions } from '#web/ui/form/Form.tsx'
import { useZodForm } from '#web/ui/form/use-zod-form.ts'

const noFields = z.object({})

export function DownloadDataDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(noFields, {})
  const download = async () => {
    await downloadFile(privacyApi.download, { body: {} })
    toast.success('Your data was downloaded.')
    onClose()
  }
  return (
    <Dialog title="Download my data" onClose={onClose}>
      <p>
        You get a ZIP file with your account, your bookings and payments, what was done in your account, and your
        certificates. Please keep it in a safe place: it contains your NRIC.
      </p>
      <Form form={form} onSubmit={download}>
        <FormActions submit="Download" onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
