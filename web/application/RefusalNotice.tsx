import { type ReactNode, useEffect, useRef } from 'react'
import { Callout } from '#web/ui/Callout.tsx'
import styles from './ApplicationForm.module.css'

/** Why an application was refused, above the map. It takes the focus, because the submit button is far below the map. */
export function RefusalNotice({ title, children }: { title: string; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={styles.refusal}>
      <Callout tone="warning" title={title}>
        {children}
      </Callout>
    </div>
  )
}
