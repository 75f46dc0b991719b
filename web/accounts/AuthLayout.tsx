import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#contract/words/t.ts'
import { findChosenNiche } from '#web/session/return-to.ts'
import common from '#web/ui/common.module.css'
import styles from './AuthLayout.module.css'

interface AuthLayoutProps {
  title: string
  lead?: ReactNode
  /** A part beside the form on wide screens, below it on narrow ones. */
  aside?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** The layout of all sign-in pages: one card, with an illustration beside it. */
export function AuthLayout({ title, lead, aside, wide = false, children }: AuthLayoutProps) {
  /** The niche is looked up after the first render, which must equal the prerendered page. */
  const [chosen, setChosen] = useState<string>()
  useEffect(() => setChosen(findChosenNiche()), [])
  return (
    <div className={[common.width, styles.page, wide && styles.wide].filter(Boolean).join(' ')}>
      <div className={`${common.stack5} ${common.surface} ${styles.card}`}>
        <header className={common.stack2}>
          <h1>{title}</h1>
          {lead && <p className={common.muted}>{lead}</p>}
          {chosen && <p className={common.muted}>{t`You chose ${chosen}. Afterwards you come back to it.`}</p>}
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
export const AuthLinks = ({ children }: { children: ReactNode }) => (
  <div className={`${common.row2} ${common.ruled} ${common.help} ${styles.ways}`}>{children}</div>
)

/** A lit niche with steps leading to it. */
const ArchIllustration = () => (
  <svg viewBox="0 0 208 288" fill="none" strokeWidth="1.5" aria-hidden="true">
    <defs>
      <radialGradient id="lit-arch-lamp" cx="50%" cy="66%" r="62%">
        <stop offset="0" stopColor="var(--glow)" />
        <stop offset="1" stopColor="var(--glow)" stopOpacity="0" />
      </radialGradient>
    </defs>
    <path d="M12 252V104a92 92 0 0 1 184 0v148Z" fill="var(--stone)" stroke="var(--stone-deep)" />
    <path d="M36 252V106a68 68 0 0 1 136 0v146Z" fill="var(--stone-deep)" />
    <path d="M36 252V106a68 68 0 0 1 136 0v146Z" fill="url(#lit-arch-lamp)" />
    <path
      d="M86 252c-16-10-21-26-19-40 2-13 12-20 20-22v-9h34v9c8 2 18 9 20 22 2 14-3 30-19 40Z"
      fill="var(--card)"
      stroke="var(--muted)"
    />
    <g stroke="var(--muted)" strokeLinecap="round">
      <path d="M83 181h42M80 206h48" />
      <path d="M104 172c0-14-10-17-10-30m10 30c0-17 12-19 12-34m-22 4c-6-2-9-7-8-13 6 0 10 5 8 13Zm22-4c6-3 8-8 6-14-6 1-9 7-6 14Z" />
    </g>
    <path d="M4 252h200M0 268h208M-4 284h216" stroke="var(--stone-deep)" />
  </svg>
)
