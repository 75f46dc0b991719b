import { useEffect, useState } from 'react'
import { z } from 'zod'
import { accountApi } from '#contract/accounts/api.ts'
import type { PasskeyProof } from '#contract/accounts/passkey-api.ts'
import { callApi } from '#web/api/call-api.ts'
import { onFactorNeeded } from '#web/api/factor-again.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { PasskeyOption, useHasPasskey } from './PasskeyOption.tsx'

const CodeForm = z.object({ code: z.string().trim().min(1, 'Please enter a code.').max(40, 'At most 40 characters') })

/** Asks for the second factor again where a call needs a recent one, and then lets the call go on. */
export function FactorAgain() {
  const [asked, setAsked] = useState<{ answer: (isConfirmed: boolean) => void }>()
  useEffect(() => {
    /** Several calls may need it at the same moment. */
    let pending: Promise<boolean> | undefined
    return onFactorNeeded(() => {
      pending ??= new Promise<boolean>((answer) => setAsked({ answer })).finally(() => {
        pending = undefined
      })
      return pending
    })
  }, [])
  if (!asked) return null
  const close = (isConfirmed: boolean) => {
    setAsked(undefined)
    asked.answer(isConfirmed)
  }
  return <FactorDialog onClose={close} />
}

/** Authenticator apps show a code as `123 456`. */
const toFactor = (code: string) => (/^\d{6}$/.test(code) ? { token: code } : { recoveryCode: code })

function FactorDialog({ onClose }: { onClose: (isConfirmed: boolean) => void }) {
  const hasPasskey = useHasPasskey()
  const confirm = async (passkey: PasskeyProof) => {
    await callApi(accountApi.confirmSecondFactor, { body: { passkey } })
    onClose(true)
  }
  return (
    <FormDialog
      title="Enter a code again"
      schema={CodeForm}
      values={{ code: '' }}
      endpoint={accountApi.confirmSecondFactor}
      input={({ code }) => ({ body: toFactor(code.replaceAll(/\s/g, '')) })}
      verb="Confirm"
      isSecondChoice={hasPasskey}
      onSuccess={() => onClose(true)}
      onClose={() => onClose(false)}
    >
      {(form) => (
        <>
          <p>
            This needs a more recent code than your last one.
            {hasPasskey && ' A passkey does as well.'}
          </p>
          {hasPasskey && <PasskeyOption onSigned={confirm} />}
          <TextField
            label="6-digit code or recovery code"
            autoComplete="one-time-code"
            help="From your authenticator app."
            {...form.field('code')}
          />
        </>
      )}
    </FormDialog>
  )
}
