import type { ReactNode } from 'react'
import { ArchIllustration } from './ArchIllustration.tsx'
import styles from './AuthLayout.module.css'

interface AuthLayoutProps {
  title: string
  lead?: ReactNode
  /** Beside the form on wide screens, below it on narrow ones. */
  aside?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** The layout of all sign-in pages: one card, with an illustration beside it. */
export const AuthLayout = ({ title, lead, aside, wide = false, children }: AuthLayoutProps) => (
  <div className={[styles.page, wide && styles.wide].filter(Boolean).join(' ')}>
    <div className={styles.card}>
      <header className={styles.header}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </div>
    <div className={styles.aside}>
      <ArchIllustration />
      {aside}
    </div>
  </div>
)

/** Links below the form. */
export const AuthLinks = ({ children }: { children: ReactNode }) => <div className={styles.ways}>{children}</div>
