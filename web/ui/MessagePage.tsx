import type { ReactNode } from 'react'
import { EmptyArchIcon } from './EmptyArchIcon.tsx'
import styles from './MessagePage.module.css'

/** A page that says why there is nothing to see, such as 'not found', with links to go on. */
export const MessagePage = ({ title, words, children }: { title: string; words: string; children: ReactNode }) => (
  <div className={styles.notice}>
    <EmptyArchIcon />
    <h1>{title}</h1>
    <p>{words}</p>
    <div className={styles.actions}>{children}</div>
  </div>
)
