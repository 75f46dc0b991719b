import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import common from '#web/ui/common.module.css'
import styles from './Callout.module.css'

const icons = { note: Info, good: CircleCheck, warning: TriangleAlert, bad: CircleAlert }

/** An important message in a box. Icon and text carry the meaning; the colour only repeats it. */
export function Callout({
  tone = 'note',
  title,
  children,
}: {
  tone?: keyof typeof icons
  title?: string
  children: ReactNode
}) {
  const Icon = icons[tone]
  return (
    <div className={[styles.callout, styles[tone]].join(' ')}>
      <Icon size={20} aria-hidden="true" />
      <div className={styles.words}>
        {title && <p className={common.bold}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
