import { useState } from 'react'
import { accountApi } from '#contract/accounts/api.ts'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

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
    <CallDialog
      title="New recovery codes"
      confirm="Make new codes"
      endpoint={accountApi.newRecoveryCodes}
      input={{ body: {} }}
      onSuccess={({ recoveryCodes }) => setCodes(recoveryCodes)}
      onClose={onClose}
    >
      <p>You get ten new codes, and the old ones stop working.</p>
    </CallDialog>
  )
}
