import type { ReactNode } from 'react'
import styles from '#web/core/Unbroken.module.css'

/** An ID, a tag, the code of a niche or a unit number. */
export const Code = ({ children }: { children: ReactNode }) => <code className={styles.whole}>{children}</code>
