import { useEffect, useState } from 'react'
import common from '#web/ui/common.module.css'
import styles from './Loading.module.css'

/** Words and a placeholder, shown after a short delay, so that a quick reply causes no flicker. */
export function Loading({ words }: { words: string }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" className={`${common.stack4} ${common.muted} ${styles.loading}`}>
      {isSlow && (
        <>
          <p>{words}</p>
          <div className={common.stack3} aria-hidden="true">
            <span />
            <span />
            <span />
          </div>
        </>
      )}
    </div>
  )
}
