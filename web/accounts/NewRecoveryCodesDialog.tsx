import { useState } from 'react'
import { accountApi } from '#contract/accounts/api.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Code, CodeField } from './CodeField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** The old codes are replaced only after a code proves that the user still has the phone. */
export function NewRecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>()
  if (codes) {
    return (
      <Dialog title="Your new recovery codes" onClose={onClose}>
        <RecoveryCodes codes={codes} done="Done" onDone={onClose} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title="New recovery codes"
      schema={Code}
      values={{ token: '' }}
      endpoint={accountApi.newRecoveryCodes}
      input={(body) => ({ body })}
      verb="Make new codes"
      errorMessage={(error) => toErrorMessage(error, 'Verification failed')}
      onSuccess={({ recoveryCodes }) => setCodes(recoveryCodes)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>You get ten new codes, and the old ones stop working. First, a code from your authenticator app.</p>
          <CodeField {...form.field('token')} />
        </>
      )}
    </FormDialog>
  )
}
