import { type ComponentPropsWithRef, useId } from 'react'
import { Unbroken } from '#web/core/Unbroken.tsx'
import styles from './Checkbox.module.css'
import { FieldError } from './Field.tsx'

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'className' | 'type'> & {
  label: string
  error?: string | undefined
}

/** A choice that is sent with a form; one that takes effect at once is a switch. */
export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const errorID = useId()
  return (
    <>
      <label className={styles.label}>
        <input {...input} type="checkbox" {...(error && { 'aria-invalid': true, 'aria-describedby': errorID })} />
        <span>
          <Unbroken text={label} />
        </span>
      </label>
      {error && <FieldError id={errorID} message={error} />}
    </>
  )
}
