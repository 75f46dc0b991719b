import { useState } from 'react'
import { t } from '#contract/words/t.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './PasswordField.module.css'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** The password can be shown, so that it need not be typed twice. An error replaces the help, which may say the same. */
export function PasswordField({ label, help, ...props }: Omit<TextFieldProps, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className={styles.field}>
      <TextField
        label={label}
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        help={!props.error && help}
        type={isShown ? 'text' : 'password'}
      />
      <div className={styles.toggle}>
        <Button variant="quiet" small aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? t`Hide` : t`Show`}
        </Button>
      </div>
    </div>
  )
}
