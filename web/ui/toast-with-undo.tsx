import { toast } from '#web/core/toast.ts'
import { Button } from './Button.tsx'
import styles from './ToastOutlet.module.css'

const timeToUndoMs = 10_000

/** A toast that says what was done and offers to take it back. It outlives the page that it was shown on. */
export const toastWithUndo = (done: string, details: string, onUndo: () => void) =>
  toast.success(
    ({ closeToast }) => (
      <div className={styles.withUndo}>
        <p>{done}</p>
        <p>{details}</p>
        <Button
          variant="secondary"
          small
          onClick={() => {
            onUndo()
            closeToast()
          }}
        >
          Undo
        </Button>
      </div>
    ),
    { autoClose: timeToUndoMs },
  )
