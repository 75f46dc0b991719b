import { useEffect, useRef } from 'react'
import type { FieldErrors } from '#contract/field-errors.ts'
import { t } from '#contract/words/t.ts'
import common from '#web/ui/common.module.css'
import { listErrors } from './check-application.ts'
import styles from './ErrorSummary.module.css'

/** Lists all errors, each with a link to its field. It takes the focus after each attempt to submit. */
export function ErrorSummary({ errors, attempt }: { errors: FieldErrors; attempt: number }) {
  const box = useRef<HTMLDivElement>(null)
  const lastFocused = useRef(0)
  const listed = listErrors(errors)
  const hasErrors = listed.length > 0

  /** The errors can arrive in a later render than the attempt that they belong to. */
  useEffect(() => {
    if (!hasErrors || attempt === lastFocused.current) return
    lastFocused.current = attempt
    box.current?.focus()
  }, [attempt, hasErrors])

  if (!hasErrors) return null
  return (
    <div ref={box} className={`${common.stack2} ${styles.summary}`} role="alert" tabIndex={-1}>
      <p className={common.bold}>{t`Please correct the errors before proceeding`}</p>
      <ul>
        {listed.map(({ field, message, hasField }) => (
          <li key={field}>
            {hasField ? (
              <button type="button" onClick={() => focusField(box.current, field)}>
                {message}
              </button>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const focusField = (from: HTMLElement | null, name: string) =>
  from?.closest('form')?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
