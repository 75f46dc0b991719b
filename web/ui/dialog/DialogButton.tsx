import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'

type RenderDialog = (onClose: () => void) => ReactNode

const OpenDialog = createContext<((dialog: RenderDialog) => void) | undefined>(undefined)
const CloseDialog = createContext<(() => void) | undefined>(undefined)

/** Renders the dialog that something inside has opened, so that it stays when a list reloads and its row disappears. */
export function DialogOutlet({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<{ render: RenderDialog }>()
  const open = useCallback((render: RenderDialog) => setDialog({ render }), [])
  const close = useCallback(() => setDialog(undefined), [])
  return (
    <OpenDialog value={open}>
      {children}
      <CloseDialog value={close}>{dialog?.render(close)}</CloseDialog>
    </OpenDialog>
  )
}

/** Opens a dialog in the page or dialog around the caller. It keeps the values that it was opened with. */
export function useOpenDialog() {
  const open = useContext(OpenDialog)
  if (!open) throw new Error('A dialog needs a DialogOutlet around the button that opens it')
  return open
}

/** Closes the dialog around the caller, or in the given way one that no button has opened. */
export function useCloseDialog(onClose?: () => void) {
  const close = useContext(CloseDialog)
  const closing = onClose ?? close
  if (!closing) throw new Error('A dialog that no button has opened needs an onClose')
  return closing
}

export function DialogButton({ dialog, ...button }: Omit<ButtonProps, 'onClick'> & { dialog: RenderDialog }) {
  const open = useOpenDialog()
  return <Button {...button} onClick={() => open(dialog)} />
}
