import { X } from 'lucide-react'
import { type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { t } from '#contract/words/t.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import common from '#web/ui/common.module.css'
import styles from './Dialog.module.css'
import { DialogOutlet, useCloseDialog } from './DialogButton.tsx'

interface DialogProps {
  title: string
  /** The way out of a dialog that no button has opened. */
  onClose?: (() => void) | undefined
  wide?: boolean
  children: ReactNode
}

/** The dialog is open while it is rendered. The native one traps the focus and restores it. */
export function Dialog({ title, onClose, wide = false, children }: DialogProps) {
  const close = useCloseDialog(onClose)
  const titleID = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const pressed = useRef<EventTarget>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  /** A press that began inside the dialog, such as selecting text, does not close it. */
  const closeFromOverlay = (event: PointerEvent) => {
    if (event.target === dialog.current && pressed.current === dialog.current) close()
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleID}
      className={[common.surface, styles.dialog, wide && styles.wide].filter(Boolean).join(' ')}
      onCancel={(event) => {
        /** The cancel event of a dialog inside this one, or of a file chooser, arrives here too. */
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      onPointerDown={(event) => {
        pressed.current = event.target
      }}
      onPointerUp={closeFromOverlay}
    >
      <div className={`${common.stack4} ${styles.inside}`}>
        <header className={styles.header}>
          <h2 id={titleID}>
            <Unbroken text={title} />
          </h2>
          <button type="button" className={styles.close} onClick={close} aria-label={t`Close`}>
            <X size={22} strokeWidth={1.6} aria-hidden="true" />
          </button>
        </header>
        <DialogOutlet>{children}</DialogOutlet>
      </div>
    </dialog>
  )
}
