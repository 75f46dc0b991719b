import { Fingerprint } from 'lucide-react'
import { useEffect, useState } from 'react'
import { passkeyApi } from '#contract/accounts/passkey-api.ts'
import type { PasskeyProof } from '#contract/accounts/second-factor.ts'
import { t } from '#contract/words/t.ts'
import { callApi } from '#web/api/call-api.ts'
import { useApi, useUpToDate } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { ErrorAlert } from '#web/ui/ErrorAlert.tsx'
import { loadWebAuthn, passkeyErrorMessage, passkeysWorkHere, signWithPasskey } from './device-prompt.ts'
import styles from './PasskeyOption.module.css'

/** Whether the account has a passkey and it can be used in this browser. False until the server has said so. */
export function useHasPasskey(): boolean {
  const { data } = useUpToDate(useApi(passkeyApi.available, {}))
  return data?.hasPasskey === true && passkeysWorkHere(data.origin)
}

/** The first choice, above the field for a code. */
export function PasskeyOption({ onSigned }: { onSigned: (passkey: PasskeyProof) => Promise<unknown> }) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    loadWebAuthn().catch(() => undefined)
  }, [])

  const confirm = async () => {
    setBusy(true)
    setProblem('')
    try {
      await onSigned(await signWithPasskey(await callApi(passkeyApi.beginUse, {})))
    } catch (error) {
      setProblem(passkeyErrorMessage(error))
    }
    setBusy(false)
  }

  return (
    <div className={`${common.stack3} ${styles.option}`}>
      <Button busy={isBusy} onClick={confirm}>
        {!isBusy && <Fingerprint size={20} aria-hidden="true" />} {t`Use a passkey`}
      </Button>
      <ErrorAlert>{problem}</ErrorAlert>
    </div>
  )
}
