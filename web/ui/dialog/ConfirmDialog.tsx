import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FormActions } from '#web/ui/form/Form.tsx'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  title: string
  confirm: string
  cancel?: string | undefined
  danger?: boolean | undefined
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
  children: ReactNode
}

export const ConfirmDialog = ({
  title,
  confirm,
  cancel,
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) => (
  <Dialog title={title} onClose={onCancel}>
    <div>{children}</div>
    <FormActions onCancel={onCancel} cancel={cancel}>
      <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
        {confirm}
      </Button>
    </FormActions>
  </Dialog>
)
