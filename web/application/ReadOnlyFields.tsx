import type { ReactNode } from 'react'
import styles from './ReadOnlyFields.module.css'

/** Styles read-only fields like a list of facts. */
export const ReadOnlyFields = ({ children }: { children: ReactNode }) => <div className={styles.quiet}>{children}</div>
