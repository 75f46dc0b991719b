import { type Ref, useRef } from 'react'
import { Button } from './Button.tsx'
import { Field, type FieldProps } from './Field.tsx'
import styles from './FileField.module.css'

interface FileFieldProps extends FieldProps {
  name: string
  accept: string
  value: File | undefined
  onChange: (file: File | undefined) => void
  ref?: Ref<HTMLInputElement>
}

/** The browser's own file chooser, and what was chosen, with a way to take it back. */
export function FileField({ label, help, error, optional, value, onChange, ...input }: FileFieldProps) {
  const holder = useRef<HTMLDivElement>(null)
  const remove = () => {
    const chooser = holder.current?.querySelector('input')
    if (chooser) chooser.value = ''
    onChange(undefined)
  }
  return (
    <div ref={holder}>
      <Field label={label} help={help} error={error} optional={optional ?? false}>
        {(control) => (
          <>
            <input
              type="file"
              {...input}
              {...control}
              className={[control.className, styles.input].join(' ')}
              onChange={(event) => onChange(event.target.files?.[0])}
            />
            {value && (
              <p className={styles.chosen}>
                <span>
                  {value.name} ({sizeOf(value)})
                </span>
                <Button variant="quiet" small onClick={remove}>
                  Remove
                </Button>
              </p>
            )}
          </>
        )}
      </Field>
    </div>
  )
}

const sizeOf = ({ size }: File) =>
  size < 1_000_000 ? `${Math.ceil(size / 1000)} kB` : `${(size / 1_000_000).toFixed(1)} MB`
