import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** For ears only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={styles.hidden}>{children}</span>
)

/** What is put here is read aloud when the reader has a moment. It must be on the page before its words are. */
export const LiveRegion = ({ children }: { children: ReactNode }) => (
  <div className={styles.hidden} role="status">
    {children}
  </div>
)
