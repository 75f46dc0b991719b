import type { ReactNode } from 'react'
import styles from './ReadOnlyFields.module.css'

/** Read-only fields that are there to be read, as quiet as a list of facts. */
export const ReadOnlyFields = ({ children }: { children: ReactNode }) => <div className={styles.quiet}>{children}</div>
