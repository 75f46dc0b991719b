import { urnApi } from '#contract/urns/api.ts'
import type { Check, Confirmed, ConfirmForm } from '#contract/urns/confirmation.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import type { Scanned } from './scanned.ts'
import { useRequestID } from './use-request-id.ts'

export interface ConfirmationProps {
  scanned: Scanned
  check: Check
  onConfirmed: (confirmed: Confirmed) => void
  onRefused: (sentence: string) => void
}

/** Confirms the move as the first or the second person. */
export function useConfirmation({ scanned, check: { first }, onConfirmed, onRefused }: ConfirmationProps) {
  const { withRequestID, renewIfAnswered } = useRequestID()
  const { mutateAsync, isPending } = useApiMutation(urnApi.confirm, {
    onSuccess: onConfirmed,
    onError: renewIfAnswered,
    onConflict: (sentence) => sentence && onRefused(sentence),
    invalidates: [urnApi.waiting, urnApi.list],
  })
  const confirm = (answer: Partial<ConfirmForm>) =>
    mutateAsync({ body: withRequestID({ ...scanned, ...answer, ...(first && { attemptID: first.attemptID }) }) })
  return { confirm, isPending }
}
