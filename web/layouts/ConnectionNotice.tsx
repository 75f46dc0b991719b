import { useConnectionLost } from '#web/api/use-connection-lost.ts'
import styles from './ConnectionNotice.module.css'

/** Shown above every page while the server cannot be reached. */
export function ConnectionNotice() {
  const isLost = useConnectionLost()
  return (
    <div role="status" className={styles.notice} data-screen-only>
      {isLost && (
        <p>
          {navigator.onLine ? 'Columba cannot be reached.' : 'You are offline.'} You can stay on this page. It
          reconnects by itself.
        </p>
      )}
    </div>
  )
}
