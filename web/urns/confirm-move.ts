import type { ReactNode } from 'react'
import { urnApi } from '#contract/urns/api.ts'
import type { Check, CheckForm, Confirmed, ConfirmForm } from '#contract/urns/confirmation.ts'
import { twoPersonEvents } from '#contract/urns/moves.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { useRequestID } from '#web/api/use-request-id.ts'

/** The codes that the person has entered at the niche. */
export type Scanned = Omit<CheckForm, 'requestID'>

/** The ID of the attempt in the QR code that the first person shows; undefined for other texts. */
export const attemptIn = (text: string): string | undefined =>
  /\/urn-check\?(?:.*&)?attempt=([0-9a-f-]{36})/i.exec(text)?.[1]

/** Links may fill in the tag and the kind of move. */
export function scannedIn(search: URLSearchParams): Partial<Scanned> {
  const event = twoPersonEvents.find((each) => each === search.get('event'))
  return { tag: search.get('tag') ?? '', ...(event && { event }) }
}

/** Whether two people first have to see the urn, which only a register says is there. */
const isUnseen = ({ code }: ApiError) => code === 'URN_NOT_SEEN'

/** Whether something did not match, so that nothing may be moved. */
export const isStop = ({ code }: ApiError) => code === 'URN_MISMATCH'

export interface CheckProps {
  onChecked: (scanned: Scanned, check: Check) => void
  /** Gets the server's sentence about what did not match. */
  onStopped: (sentence: string) => void
  /** Gets the server's sentence, if the urn has to be seen first. */
  onUnseen: (scanned: Scanned, sentence: string) => void
}

export interface WithMatter {
  /** Says what is open about the right to which this urn belongs. */
  matterOf: (tag: string) => ReactNode
}

/** Checks that an urn and a niche belong together. */
export function useCheck({ onChecked, onStopped, onUnseen }: CheckProps) {
  const { withRequestID, renew, renewIfAnswered } = useRequestID()
  const { mutateAsync, isPending, isIdle } = useApiMutation(urnApi.check, {
    onError: (error, { body }) => {
      renewIfAnswered(error)
      if (isStop(error)) onStopped(error.error)
      if (isUnseen(error)) onUnseen(body, error.error)
    },
  })
  const check = async (scanned: Scanned) => {
    const answer = await mutateAsync({ body: withRequestID(scanned) })
    renew()
    onChecked(scanned, answer)
  }
  return { check, isPending, isIdle }
}

export interface ConfirmationProps {
  scanned: Scanned
  check: Check
  /** Gets the chosen name too, which the server has found to be right. */
  onConfirmed: (confirmed: Confirmed, name: string) => void
  onRefused: (sentence: string) => void
  onStopped: (sentence: string) => void
  onCancel: () => void
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
