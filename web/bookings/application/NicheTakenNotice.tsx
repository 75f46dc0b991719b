import { useEffect, useRef } from 'react'
import { errorTable } from '#contract/errors.ts'
import { Callout } from '#web/ui/Callout.tsx'
import styles from './ApplicationForm.module.css'

/** It takes the focus, because the submit button is far below the map. */
export function NicheTakenNotice() {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={styles.nicheTaken}>
      <Callout tone="warning" title={errorTable.NICHE_TAKEN[1]}>
        <p>
          What you wrote is kept, and your certificates too. The form comes back with the niche that you choose now.
        </p>
      </Callout>
    </div>
  )
}
