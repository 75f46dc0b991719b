import { Bookmark, Check, Clock3, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './StatusBadge.module.css'

const shapes = { good: Check, waiting: Clock3, held: Bookmark, quiet: Minus, bad: X }
export type Tone = keyof typeof shapes

/** A state in shape and words; the colour only seconds them. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const Shape = shapes[tone]
  return (
    <span className={[styles.badge, styles[tone]].join(' ')}>
      <Shape size={14} strokeWidth={2.2} aria-hidden="true" />
      {children}
    </span>
  )
}
