import { OctagonX } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { vibrate } from '#web/ui/vibrate.ts'
import styles from './StopScreen.module.css'

interface StopScreenProps {
  /** The words on what did not match. */
  sentence: string
  onClose: () => void
}

/** Covers the whole screen, the same for every mismatch and for both people. Escape does not close it. */
export function StopScreen({ sentence, onClose }: StopScreenProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    vibrate('stop')
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="stop"
      className={styles.screen}
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      <div className={styles.inside}>
        <OctagonX size={96} strokeWidth={1.5} aria-hidden="true" />
        <h2 id="stop">Stop</h2>
        <div role="alert">
          <p>{sentence}</p>
          <p className={styles.advice}>Take the urn back to the counter and read label and paper together.</p>
        </div>
        <Button onClick={onClose}>We are at the counter</Button>
      </div>
    </dialog>
  )
}
