import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'

type RenderDialog = (onClose: () => void) => ReactNode

const OpenDialog = createContext<((dialog: RenderDialog) => void) | undefined>(undefined)

/** Renders the dialog that something inside has opened, so that it stays when a list reloads and its row disappears. */
export function DialogOutlet({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<{ render: RenderDialog }>()
  const open = useCallback((render: RenderDialog) => setDialog({ render }), [])
  return (
    <OpenDialog value={open}>
      {children}
      {dialog?.render(() => setDialog(undefined))}
    </OpenDialog>
  )
}

/** Opens a dialog in the page or dialog around the caller. It keeps the values that it was opened with. */
export function useOpenDialog() {
  const open = useContext(OpenDialog)
  if (!open) throw new Error('A dialog needs a DialogOutlet around the button that opens it')
  return open
}

export function DialogButton({ dialog, ...button }: Omit<ButtonProps, 'onClick'> & { dialog: RenderDialog }) {
  const open = useOpenDialog()
  return <Button {...button} onClick={() => open(dialog)} />
}
