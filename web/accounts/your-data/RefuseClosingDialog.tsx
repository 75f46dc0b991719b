import { type ListedClosingRequest, privacyApi, RefusalForm } from '#contract/privacy/api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

interface RefuseClosingDialogProps {
  request: ListedClosingRequest
  onClose: () => void
}

export function RefuseClosingDialog({ request: { userID, fullName }, onClose }: RefuseClosingDialogProps) {
  const form = useZodForm(RefusalForm, { reason: '' })
  const refuse = useApiMutation(privacyApi.refuseClosing, {
    invalidates: [privacyApi.closingRequests],
    done: 'The account stays open.',
    onSuccess: onClose,
  })
  return (
    <Dialog title="Keep this account open" onClose={onClose}>
      <Form form={form} onSubmit={({ reason }) => refuse.mutateAsync({ body: { userID, reason } })}>
        <p>{fullName} is told by e-mail and in the profile, with your reason.</p>
        <TextArea label="Reason" rows={3} maxLength={500} {...form.field('reason')} />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={refuse.isPending}>
            Refuse
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
