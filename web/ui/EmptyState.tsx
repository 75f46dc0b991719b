import type { ReactNode } from 'react'
import common from './common.module.css'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  words: string
  /** The way in which something comes to be here. */
  hint?: ReactNode
  /** The buttons of the next step. */
  children?: ReactNode
}

/** Shown in place of an empty list: a drawing, a sentence, and the first step. */
export const EmptyState = ({ words, hint, children }: EmptyStateProps) => (
  <div className={`${common.stack4} ${styles.empty}`}>
    <svg
      width="72"
      height="88"
      viewBox="0 0 72 88"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M8 84V36a28 28 0 0 1 56 0v48Z" />
      <path d="M15 84V37a21 21 0 0 1 42 0v47" opacity=".5" />
      <path d="M2 84h68" />
    </svg>
    <p className={common.serif}>{words}</p>
    {hint && <p className={`${common.muted} ${styles.hint}`}>{hint}</p>}
    {children}
  </div>
)
