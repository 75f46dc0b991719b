import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** For screen readers only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className={styles.hidden}>{children}</span>
)

/** Screen readers announce changes here politely. The element must be on the page before its text is. */
export const LiveRegion = ({ children }: { children: ReactNode }) => (
  <div className={styles.hidden} role="status">
    {children}
  </div>
)
