import type { ReactNode } from 'react'
import { ArchIllustration } from './ArchIllustration.tsx'
import styles from './AuthLayout.module.css'

interface AuthLayoutProps {
  title: string
  lead?: ReactNode
  /** What stands beside the form where there is room, and after it where there is not. */
  aside?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** The pages on the way in: one card, and beside it a lit arch. */
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

/** Where else one might want to go, below the form. */
export const AuthLinks = ({ children }: { children: ReactNode }) => <div className={styles.ways}>{children}</div>
