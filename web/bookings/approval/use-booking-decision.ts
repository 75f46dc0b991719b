import { useState } from 'react'
import { type ApprovalDetail, bookingApi } from '#contract/bookings/api.ts'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { refresh } from '#web/api/use-api.ts'
import { toast } from '#web/ui/toast.ts'

/** What the buttons that decide on a booking are given. */
export interface DecidingProps {
  booking: ApprovalDetail
  /** A decision was made here, and the clerk is about to be led back. */
  isLeaving: boolean
  onDone: () => void
  onConflict: (sentence: string) => void
}

export interface DecisionMessages {
  done: string
  /** Shown when the server refused. */
  refused: string
  /** Shown when the server failed or did not reply. */
  failed: string
}

/** Views of bookings that a move makes outdated. */
const affectedCalls = [
  bookingApi.search,
  bookingApi.pending,
  bookingApi.approval,
  dashboardApi.stats,
  dashboardApi.today,
]

export const refreshBookingLists = () => refresh(...affectedCalls)

/**
 * Sends a decision and shows the result. On a conflict it reloads and passes the server's sentence to `onConflict`,
 * which is called with '' when the next attempt starts.
 */
export function useBookingDecision(words: DecisionMessages, onConflict?: (conflict: string) => void) {
  const [isBusy, setBusy] = useState(false)

  const move = async (call: () => Promise<{ success: boolean }>): Promise<boolean> => {
    if (isBusy) return false
    setBusy(true)
    onConflict?.('')
    const outcome = await runMove(call)
    if (outcome.conflict) (onConflict ?? toast.warning)(outcome.conflict)
    if (outcome.succeeded) toast.success(words.done)
    else toast.error(outcome.isAnswered ? words.refused : words.failed)
    if (outcome.succeeded || outcome.conflict) void refreshBookingLists().finally(() => setBusy(false))
    else setBusy(false)
    return outcome.succeeded
  }
  return { move, isBusy }
}

interface Outcome {
  succeeded: boolean
  isAnswered: boolean
  conflict: string
}

async function runMove(call: () => Promise<{ success: boolean }>): Promise<Outcome> {
  try {
    return { succeeded: (await call()).success, isAnswered: true, conflict: '' }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    return {
      succeeded: false,
      isAnswered: status >= 400 && status < 500,
      conflict: status === 409 ? toErrorMessage(error) : '',
    }
  }
}
