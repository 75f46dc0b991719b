import type { ReactNode } from 'react'
import styles from './Main.module.css'

export const SkipLink = () => (
  <a className={styles.skip} href="#main" data-screen-only>
    Skip to the content
  </a>
)

export const Main = ({ children }: { children: ReactNode }) => (
  <main id="main" className={styles.main} tabIndex={-1}>
    {children}
  </main>
)
