import type { ReactNode } from 'react'
import styles from './QuietFields.module.css'

/** Read-only fields that are there to be read, as quiet as a list of facts. */
export const QuietFields = ({ children }: { children: ReactNode }) => <div className={styles.quiet}>{children}</div>
