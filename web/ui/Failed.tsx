import { useEffect } from 'react'
import { onReconnected } from '#web/api/connection.ts'
import { Button } from './Button.tsx'
import { Callout } from './Callout.tsx'
import styles from './Failed.module.css'

/** Something could not be loaded. It is loaded again when the connection is back, or when the user asks for it. */
export function Failed({ words, onRetry }: { words: string; onRetry: () => unknown }) {
  useEffect(() => onReconnected(onRetry), [onRetry])

  return (
    <div role="alert" className={styles.failed} data-screen-only>
      <Callout tone="bad">{words}</Callout>
      <Button variant="secondary" onClick={() => onRetry()}>
        Try again
      </Button>
    </div>
  )
}
