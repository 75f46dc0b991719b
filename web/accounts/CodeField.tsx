import type { ComponentPropsWithRef } from 'react'
import { z } from 'zod'
import { required } from '#contract/schema-parts.ts'
import { t } from '#contract/words/t.ts'
import { TextField } from '#web/ui/form/TextField.tsx'
import styles from './CodeField.module.css'

export const Code = z.object({ token: required('Please enter the 6-digit code.', 6) })

type CodeFieldProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'className'> & { error: string | undefined }

/** `one-time-code` lets phones fill in the code. */
export const CodeField = (props: CodeFieldProps) => (
  <div className={styles.code}>
    <TextField
      label={t`6-digit code`}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      placeholder="000000"
      {...props}
    />
  </div>
)
