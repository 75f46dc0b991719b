import { type ReactNode, useEffect, useState } from 'react'
import { findChosenNiche } from '#web/session/return-to.ts'
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
export function AuthLayout({ title, lead, aside, wide = false, children }: AuthLayoutProps) {
  /** After the first render, which must equal the prerendered page. */
  const [chosen, setChosen] = useState<string>()
  useEffect(() => setChosen(findChosenNiche()), [])
  return (
    <div className={[styles.page, wide && styles.wide].filter(Boolean).join(' ')}>
      <div className={styles.card}>
        <header className={styles.header}>
          <h1>{title}</h1>
          {lead && <p>{lead}</p>}
          {chosen && <p>You chose {chosen}. Afterwards you come back to it.</p>}
        </header>
        {children}
      </div>
      <div className={styles.aside}>
        <ArchIllustration />
        {aside}
      </div>
    </div>
  )
}

/** Links below the form. */
export const AuthLinks = ({ children }: { children: ReactNode }) => <div className={styles.ways}>{children}</div>
