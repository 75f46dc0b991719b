import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { t, translate } from '#contract/words/t.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import common from '#web/ui/common.module.css'
import styles from './Field.module.css'

export interface FieldProps {
  label: string
  help?: ReactNode
  error?: string | undefined
  optional?: boolean
}

interface ControlProps {
  id: string
  className: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Puts label, help and error around a control and connects them with ARIA attributes. */
export function Field({
  label,
  help,
  error,
  optional = false,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const helpID = help ? `${id}-help` : undefined
  const errorID = error ? `${id}-error` : undefined
  const describedBy = [helpID, errorID].filter(Boolean).join(' ') || undefined
  return (
    <div className={`${common.stack1} ${styles.field}`}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional && <span className={styles.optional}>{t` (optional)`}</span>}
      </label>
      {children({
        id,
        className: styles.control,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
      })}
      {help && (
        <div id={helpID} className={`${common.help} ${styles.help}`}>
          {typeof help === 'string' ? <Unbroken text={help} /> : help}
        </div>
      )}
      {error && <FieldError id={errorID} message={error} />}
    </div>
  )
}

export const FieldError = ({ id, message }: { id?: string | undefined; message: string }) => (
  <p id={id} className={styles.error}>
    <CircleAlert size={17} aria-hidden="true" />
    <Unbroken text={translate(message)} />
  </p>
)
