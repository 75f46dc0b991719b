import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { accountApi } from '#contract/accounts/api.ts'
import { OwnerProof } from '#contract/accounts/second-factor.ts'
import { ApiError } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import { onProofNeeded } from '#web/api/owner-proof.ts'
import { loadChunk } from '#web/core/load-chunk.ts'
import type { OwnerProofDialogProps } from './OwnerProofDialog.tsx'

/** The dialog is loaded when it is first needed. If that fails, so does the call. */
const loadDialog = () => loadChunk('OwnerProofDialog', () => import('./OwnerProofDialog.tsx'))

type Dialog = Awaited<ReturnType<typeof loadDialog>>['OwnerProofDialog']

/** Shows the dialog where the reply to a call asks who made it, and lets the call go on. */
export function AskForProof() {
  const [asked, setAsked] = useState<OwnerProofDialogProps & { Dialog: Dialog }>()
  useEffect(() => {
    const ask = async <T,>(refusal: ApiError, call: (proof: OwnerProof) => Promise<T>) => {
      const { OwnerProofDialog: Dialog } = await loadDialog()
      return new Promise<T>((resolve, reject) => {
        /** The dialog closes before the call goes on, which may move the focus. */
        const close = () => flushSync(() => setAsked(undefined))
        const attempt = async (proof: OwnerProof) => {
          try {
            const answer = await call(proof)
            close()
            resolve(answer)
          } catch (error) {
            if (isFactorAgain(refusal) || isProofRefused(error)) throw error
            close()
            reject(error)
          }
        }
        const onClose = () => {
          close()
          reject(refusal)
        }
        setAsked({ Dialog, asksFor: asksFor(refusal), attempt, onClose })
      })
    }

    /** Several calls may need a recent factor at the same moment. */
    let pending: Promise<unknown> | undefined
    return onProofNeeded(async (refusal, call) => {
      if (!isFactorAgain(refusal)) return ask(refusal, call)
      pending ??= ask(refusal, (body) => callApi(accountApi.confirmSecondFactor, { body })).finally(() => {
        pending = undefined
      })
      await pending
      return call()
    })
  }, [])
  if (!asked) return null
  const { Dialog, ...props } = asked
  return <Dialog {...props} />
}

const isFactorAgain = ({ code }: ApiError) => code === 'SECOND_FACTOR_AGAIN'

function asksFor(refusal: ApiError): OwnerProofDialogProps['asksFor'] {
  if (isFactorAgain(refusal)) return 'recent factor'
  return refusal.code === 'FACTOR_NEEDED' ? 'factor' : 'password or factor'
}

/** True if what was entered is wrong, and not what the call is about. */
const isProofRefused = (error: unknown) =>
  error instanceof ApiError && Object.keys(error.errors).some((field) => field in OwnerProof.shape)
