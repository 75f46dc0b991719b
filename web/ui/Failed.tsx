import { useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '#contract/words/t.ts'
import { onReconnected } from '#web/api/connection.ts'
import { Button } from './Button.tsx'
import { Callout } from './Callout.tsx'
import common from './common.module.css'
import { focusHeading } from './focus-heading.ts'

interface FailedProps {
  words: string
  /** It is being loaded again. */
  busy?: boolean
  onRetry: () => unknown
}

/** Something could not be loaded. It is loaded again when the connection is back, or when the user asks for it. */
export function Failed({ words, busy = false, onRetry }: FailedProps) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => onReconnected(onRetry), [onRetry])

  /** The button goes away once it has loaded, so the focus moves to the heading above. */
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      if (element?.contains(document.activeElement)) focusHeading(element.closest(':has(h1, h2, h3)'), 'nearest')
    }
  }, [])

  return (
    <div ref={part} role="alert" className={`${common.stack4} ${common.start}`} data-screen-only>
      <Callout tone="bad">{words}</Callout>
      <Button variant="secondary" busy={busy} onClick={() => onRetry()}>
        {t`Try again`}
      </Button>
    </div>
  )
}
