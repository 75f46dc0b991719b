import type { Id } from 'react-toastify/unstyled'
import { toast } from '#web/core/toast.tsx'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { Button } from './Button.tsx'
import common from './common.module.css'

const usualTimeMs = 10_000

let shown: Id | undefined

/**
 * A toast that says what was done and offers to take it back. It outlives the page that it was shown on, until the next one: those of
 * several decisions in ten seconds would cover the buttons of the decision after them.
 */
export function toastWithUndo(done: string, details: string, onUndo: () => void, autoClose = usualTimeMs) {
  if (shown) toast.dismiss(shown)
  shown = toast.success(
    ({ closeToast }) => (
      <div className={`${common.stack2} ${common.start}`}>
        <p>
          <Unbroken text={done} />
        </p>
        <p>
          <Unbroken text={details} />
        </p>
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
    { autoClose },
  )
}
