import { Button } from './Button.tsx'
import { Callout } from './Callout.tsx'
import styles from './Failed.module.css'

/** Something could not be loaded; the user can try again. */
export const Failed = ({ words, onRetry }: { words: string; onRetry: () => unknown }) => (
  <div role="alert" className={styles.failed} data-screen-only>
    <Callout tone="bad">{words}</Callout>
    <Button variant="secondary" onClick={() => onRetry()}>
      Try again
    </Button>
  </div>
)
