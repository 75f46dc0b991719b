import { urnApi } from '#contract/urns/api.ts'
import type { Check, Confirmed, ConfirmForm } from '#contract/urns/confirmation.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { useRequestID } from '#web/api/use-request-id.ts'
import type { Scanned } from './scanned.ts'
import { isStop } from './use-check.ts'

export interface ConfirmationProps {
  scanned: Scanned
  check: Check
  /** Gets the chosen name too, which the server has found to be right. */
  onConfirmed: (confirmed: Confirmed, name: string) => void
  onRefused: (sentence: string) => void
  onStopped: (sentence: string) => void
}

/** Confirms the move as the first or the second person. */
export function useConfirmation({ scanned, check: { first }, onConfirmed, onRefused, onStopped }: ConfirmationProps) {
  const { withRequestID, renewIfAnswered } = useRequestID()
  const { mutateAsync, isPending } = useApiMutation(urnApi.confirm, {
    onSuccess: (confirmed, { body }) => onConfirmed(confirmed, body.name ?? ''),
    onConflict: (sentence) => sentence && onRefused(sentence),
    onError: (error) => {
      renewIfAnswered(error)
      if (isStop(error)) onStopped(error.error)
    },
    invalidates: [urnApi.waiting, urnApi.list],
  })
  const confirm = (answer: Partial<ConfirmForm>) =>
    mutateAsync({ body: withRequestID({ ...scanned, ...answer, ...(first && { attemptID: first.attemptID }) }) })
  return { confirm, isPending }
}
