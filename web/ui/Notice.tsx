import type { ReactNode } from 'react'
import { DarkArch } from './DarkArch.tsx'
import styles from './Notice.module.css'

/** A page that is not the one hoped for: an arch with its lamp out, and the way on. */
export const Notice = ({ title, words, children }: { title: string; words: string; children: ReactNode }) => (
  <div className={styles.notice}>
    <DarkArch />
    <h1>{title}</h1>
    <p>{words}</p>
    <div className={styles.actions}>{children}</div>
  </div>
)
