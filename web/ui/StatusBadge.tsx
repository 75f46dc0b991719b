import { Bookmark, Check, Clock3, type LucideIcon, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './StatusBadge.module.css'

const shapes = { good: Check, waiting: Clock3, reserved: Bookmark, quiet: Minus, bad: X }
export type Tone = keyof typeof shapes

interface StatusBadgeProps {
  tone: Tone
  /** Replaces the default shape of the tone. */
  shape?: LucideIcon
  className?: string
  children: ReactNode
}

/** A status as shape and text; the colour only repeats them. */
export function StatusBadge({ tone, shape: Shape = shapes[tone], className, children }: StatusBadgeProps) {
  return (
    <span className={[styles.badge, styles[tone], className].filter(Boolean).join(' ')}>
      <Shape size={14} strokeWidth={2.2} aria-hidden="true" />
      {children}
    </span>
  )
}
