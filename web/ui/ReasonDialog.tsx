import type { ReactNode } from 'react'
import { z } from 'zod'
import { required } from '#contract/schema-parts.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Form, FormActions } from './Form.tsx'
import { TextArea } from './TextArea.tsx'
import { useZodForm } from './use-zod-form.ts'

const Reason = z.object({ reason: required('Please give a reason.', 500) })

interface ReasonDialogProps {
  title: string
  /** What is about to happen, and to whom. */
  children: ReactNode
  /** What is done with the reason. */
  help?: string
  initialReason?: string
  /** The label of the button. */
  verb: string
  isBusy: boolean
  /** May throw an `ApiError`, which is shown above the buttons. */
  onSubmit: (reason: string) => unknown
  onClose: () => void
}

/** Something that staff may do only if they give a reason. */
export function ReasonDialog({
  title,
  children,
  help,
  initialReason = '',
  verb,
  isBusy,
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const form = useZodForm(Reason, { reason: initialReason })
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} onSubmit={({ reason }) => onSubmit(reason)}>
        <p>{children}</p>
        <TextArea label="Reason" rows={3} maxLength={500} help={help} {...form.field('reason')} />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={isBusy}>
            {verb}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
