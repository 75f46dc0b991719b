import type { ReactNode } from 'react'
import styles from './Code.module.css'

/** An ID, a tag, the code of a niche or a unit number: it goes to the next line whole. */
export const Code = ({ children }: { children: ReactNode }) => <code className={styles.code}>{children}</code>
