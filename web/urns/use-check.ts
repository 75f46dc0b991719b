import { urnApi } from '#contract/urns/api.ts'
import type { Check } from '#contract/urns/confirmation.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { useRequestID } from '#web/api/use-request-id.ts'
import type { Scanned } from './scanned.ts'

/** Whether something did not match, so that nothing may be moved. */
export const isStop = ({ code }: ApiError) => code === 'URN_MISMATCH'

export interface CheckProps {
  onChecked: (scanned: Scanned, check: Check) => void
  /** Gets the server's sentence about what did not match. */
  onStopped: (sentence: string) => void
}

/** Checks that an urn and a niche belong together. */
export function useCheck({ onChecked, onStopped }: CheckProps) {
  const { withRequestID, renew, renewIfAnswered } = useRequestID()
  const { mutateAsync, isPending, isIdle } = useApiMutation(urnApi.check, {
    onError: (error) => {
      renewIfAnswered(error)
      if (isStop(error)) onStopped(error.error)
    },
  })
  const check = async (scanned: Scanned) => {
    const answer = await mutateAsync({ body: withRequestID(scanned) })
    renew()
    onChecked(scanned, answer)
  }
  return { check, isPending, isIdle }
}
