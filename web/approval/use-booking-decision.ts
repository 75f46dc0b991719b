import { bookingApi } from '#contract/bookings/api.ts'
import { type BookingType, secondsToUndoDenial } from '#contract/bookings/booking.ts'
import { dashboardApi } from '#contract/dashboard/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isClientError } from '#web/api/api-error.ts'
import { callApi } from '#web/api/call-api.ts'
import type { ApiInput } from '#web/api/request.ts'
import { type MutationOptions, refresh, useApiMutation } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.tsx'
import { useCloseDialog } from '#web/ui/dialog/DialogButton.tsx'
import { toastWithUndo } from '#web/ui/toast-with-undo.tsx'

export interface DecisionMessages {
  /** A toast for success, unless `onDone` shows one with more. */
  done?: string
  /** Shown when the server refused. */
  refused: string
  /** Shown when the server failed or did not reply. */
  failed: string
}

/** Views of bookings that a move makes outdated. */
export const affectedCalls = [
  bookingApi.search,
  bookingApi.pending,
  bookingApi.pendingCounts,
  bookingApi.approval,
  dashboardApi.stats,
  dashboardApi.today,
]

export const refreshBookingLists = () => refresh(...affectedCalls)

interface DecisionHandlers<E extends Endpoint> {
  onDone?: (input: ApiInput<E>) => void
  /** Shows a conflict. If left out, that of a button is a toast; a form shows it itself. */
  onConflict?: (sentence: string, input: ApiInput<E>) => void
}

/** Shows the result of a call that moves a booking, and reloads every list that contains the booking, after a conflict too. */
const decisionOptions = <E extends Endpoint>(
  { done, refused, failed }: DecisionMessages,
  { onDone, onConflict = () => undefined }: DecisionHandlers<E> = {},
): MutationOptions<E> => ({
  ...(done && { done }),
  failed: (error) => (isClientError(error) ? refused : failed),
  onSuccess: (_answer, input) => onDone?.(input),
  onConflict,
  /** The toast about the second person says enough. */
  onAsked: () => undefined,
  invalidates: affectedCalls,
})

/** The same in a dialog, which closes on success, and on a conflict that the page below it shows. */
export function useDecisionInDialog<E extends Endpoint>(
  messages: DecisionMessages,
  { onDone, onConflict }: DecisionHandlers<E>,
): MutationOptions<E> {
  const close = useCloseDialog()
  return decisionOptions<E>(messages, {
    onDone: (input) => {
      onDone?.(input)
      close()
    },
    ...(onConflict && {
      onConflict: (conflict: string, input: ApiInput<E>) => {
        onConflict(conflict, input)
        if (conflict) close()
      },
    }),
  })
}

export const useBookingDecision = <E extends Endpoint>(
  endpoint: E,
  messages: DecisionMessages,
  handlers?: DecisionHandlers<E>,
) => useApiMutation(endpoint, decisionOptions(messages, { onConflict: warn, ...handlers }))

function warn(conflict: string) {
  if (conflict) toast.warning(conflict)
}

interface UndoableDecision extends DecisionMessages {
  bookingID: string
  /** The type of the booking after the decision: an earlier decision is not undone as well. */
  typeAfter: BookingType
  done: string
  details: string
}

/** A decision whose toast offers to take it back. */
export function useUndoableDecision<E extends Endpoint>(
  endpoint: E,
  { bookingID, typeAfter, done, details, ...messages }: UndoableDecision,
  { onDone, ...handlers }: DecisionHandlers<E> = {},
) {
  const reopen = useBookingDecision(bookingApi.reopen, {
    done: 'Booking reopened.',
    refused: 'The booking could not be reopened.',
    failed: 'Server error — could not reopen booking.',
  })
  const reason = 'Undone right after the decision'
  const undo = () => reopen.mutate({ body: { bookingID, bookingType: typeAfter, reason } })
  return useBookingDecision(endpoint, messages, {
    ...handlers,
    onDone: (input) => {
      toastWithUndo(done, details, undo)
      onDone?.(input)
    },
  })
}

export const sent = 'Denial email sent.'
export const untilItLeavesMs = secondsToUndoDenial * 1000
const askAgainMs = 5000
const timesToAsk = 12

/** Says on whichever page the clerk is on by then that the letter has left, and nothing if anybody has taken the denial back. */
export async function sayOnceSent(bookingID: string) {
  await delay(untilItLeavesMs)
  for (let asked = 0; asked < timesToAsk; asked += 1) {
    const { hasLeft } = await callApi(bookingApi.denialLetter, { params: { bookingID } })
    if (hasLeft === null) return
    if (hasLeft) {
      toast.success(sent)
      return
    }
    await delay(askAgainMs)
  }
  toast.warning('The letter of the denial has not left yet. Columba keeps trying to send it.')
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Takes a denial back, which is possible until the letter leaves the house. */
export function useUndoDenial(bookingID: string) {
  const { mutate, isPending } = useBookingDecision(bookingApi.undoDenial, {
    done: 'The denial is taken back, and no letter was sent.',
    refused: 'The denial could not be taken back.',
    failed: 'Server error — could not take the denial back.',
  })
  return { undo: () => mutate({ body: { bookingID } }), isPending }
}
