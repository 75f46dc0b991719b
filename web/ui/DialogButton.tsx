import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'

interface DialogButtonProps extends Omit<ButtonProps, 'onClick'> {
  dialog: (onClose: () => void) => ReactNode
}

/** Opens a dialog. Not for a button that may disappear while its dialog is open, such as one in a row of a list. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}
