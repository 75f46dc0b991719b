import type { ReactNode } from 'react'
import common from './common.module.css'
import styles from './MessagePage.module.css'

/** A page that says why there is nothing to see, such as 'not found', with links to go on. */
export const MessagePage = ({ title, words, children }: { title: string; words: string; children: ReactNode }) => (
  <div className={`${common.stack4} ${styles.notice}`}>
    <EmptyArchIcon />
    <h1>{title}</h1>
    <p className={common.muted}>{words}</p>
    <div className={`${common.row3} ${styles.actions}`}>{children}</div>
  </div>
)

/** An empty, unlit niche. */
const EmptyArchIcon = () => (
  <svg
    width="112"
    height="136"
    viewBox="0 0 112 136"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d="M12 132V56a44 44 0 0 1 88 0v76Z" fill="var(--stone)" stroke="var(--line)" />
    <path d="M24 132V57a32 32 0 0 1 64 0v75" fill="var(--stone-deep)" stroke="var(--line)" />
    <path d="M4 132h104" stroke="var(--line)" />
    <path
      d="M56 26v26M48.5 58a7.5 6 0 0 1 15 0ZM46.5 58h19M48.5 58l-1.5 24h18l-1.5-24M45 82h22M52 82v4h8v-4M56 82v-7"
      stroke="var(--muted)"
    />
    <path d="M56 71c3-3 -3-5 0-9" stroke="var(--muted)" opacity=".5" />
  </svg>
)
