import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextField, type TextFieldProps } from '#web/ui/TextField.tsx'
import styles from './PasswordField.module.css'

/** What was typed may be looked at, so that nobody has to type it twice to be sure. */
export function PasswordField({ label, ...props }: Omit<TextFieldProps, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles.field}>
      <TextField
        label={label}
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={isShown ? 'text' : 'password'}
      />
      <div className={styles.toggle}>
        <Button variant="quiet" small aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
        </Button>
      </div>
    </div>
  )
}
