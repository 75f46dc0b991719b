import { z } from 'zod'
import { required } from '#contract/schema-parts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'

const Finding = z.object({ note: required('Please say what you found.', 500) })

interface SettleDialogProps {
  title: string
  busy: boolean
  onSettle: (note: string) => Promise<unknown>
  onClose: () => void
}

/** Somebody has looked into what did not match, and says what it was. */
export function SettleDialog({ title, busy, onSettle, onClose }: SettleDialogProps) {
  const form = useZodForm(Finding, { note: '' })
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} onSubmit={({ note }) => onSettle(note)}>
        <TextArea
          label="What you found"
          rows={3}
          maxLength={500}
          help="Kept in the audit log."
          {...form.field('note')}
        />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={busy}>
            Settle
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
