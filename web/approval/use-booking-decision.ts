import { type ApprovalDetail, bookingApi } from '#contract/bookings/api.ts'
import { dashboardApi } from '#contract/dashboard/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isClientError } from '#web/api/api-error.ts'
import type { ApiInput } from '#web/api/request.ts'
import { type MutationOptions, refresh, useApiMutation } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.ts'

/** The part of a decision's input that says on which version of the booking it was made. */
interface Decided {
  body: { version?: number | undefined }
}

/** What the buttons that decide on a booking are given. */
export interface DecidingProps {
  booking: ApprovalDetail
  /** A decision was made here, and the clerk is about to be led back. */
  isLeaving: boolean
  /** The clerk works through the queue, and there is a booking after this one. */
  hasNext: boolean
  /** With `opensNext`, the next booking of the queue is opened instead of the list. */
  onDone: (decided: Decided, opensNext?: boolean) => void
  onConflict: (sentence: string) => void
}

export interface DecisionMessages {
  /** A toast for success, unless `onDone` shows one with more. */
  done?: string
  /** Shown when the server refused. */
  refused: string
  /** Shown when the server failed or did not reply. */
  failed: string
}

/** Views of bookings that a move makes outdated. */
const affectedCalls = [
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
  /** Without it, a conflict of a button is a toast; a form shows it itself. */
  onConflict?: (sentence: string, input: ApiInput<E>) => void
}

/** Shows the result of a call that moves a booking, and reloads every list that contains the booking, after a conflict too. */
export const decisionOptions = <E extends Endpoint>(
  { done, refused, failed }: DecisionMessages,
  { onDone, onConflict = () => undefined }: DecisionHandlers<E> = {},
): MutationOptions<E> => ({
  ...(done && { done }),
  failed: (error) => (isClientError(error) ? refused : failed),
  onSuccess: (_answer, input) => onDone?.(input),
  onConflict,
  invalidates: affectedCalls,
})

export const useBookingDecision = <E extends Endpoint>(
  endpoint: E,
  messages: DecisionMessages,
  handlers?: DecisionHandlers<E>,
) => useApiMutation(endpoint, decisionOptions(messages, { onConflict: warn, ...handlers }))

function warn(conflict: string) {
  if (conflict) toast.warning(conflict)
}
