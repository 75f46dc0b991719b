import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '#contract/words/t.ts'
import { logFailure } from '#web/core/log-failure.ts'
import { Code } from '#web/ui/Code.tsx'
import styles from './CopyButton.module.css'

/** Shows 'Copied!' for two seconds. If the browser refuses to copy, that is only logged. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copiedAt, setCopiedAt] = useState<number>()

  useEffect(() => {
    if (copiedAt === undefined) return
    const timer = setTimeout(() => setCopiedAt(undefined), 2000)
    return () => clearTimeout(timer)
  }, [copiedAt])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopiedAt(Date.now())
    } catch (error) {
      logFailure('Copy failed', error)
    }
  }

  return (
    <button type="button" className={styles.button} onClick={copy} aria-label={copiedAt ? undefined : t`Copy ${what}`}>
      {copiedAt ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      <span aria-live="polite">{copiedAt && t`Copied!`}</span>
    </button>
  )
}

interface CopyableFieldProps {
  value: string
  what: string
  /** Shown in groups of four letters, without spaces in the text itself. */
  inFours?: boolean
}

/** An ID that people read aloud or paste elsewhere. */
export const CopyableField = ({ value, what, inFours = false }: CopyableFieldProps) => (
  <span className={styles.field}>
    <Code>{inFours ? fours(value) : value}</Code>
    <CopyButton text={value} what={what} />
  </span>
)

function fours(value: string) {
  const starts = Array.from({ length: Math.ceil(value.length / 4) }, (_, index) => index * 4)
  return starts.map((start) => (
    <span key={start} className={styles.four}>
      {value.slice(start, start + 4)}
    </span>
  ))
}
