import { useState } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import { dashboardApi } from '#contract/dashboard/api.ts'
import { ApiError, wordsOf } from '#web/api/api-error.ts'
import { refresh } from '#web/api/use-api.ts'
import { toast } from '#web/ui/toast.ts'

export interface MoveWords {
  done: string
  /** The server answered, and the answer was no. */
  refused: string
  /** The server did not come to an answer. */
  failed: string
}

/** What a clerk sees of bookings, which a move makes untrue. */
const seen = [bookingApi.search, bookingApi.pending, bookingApi.approval, dashboardApi.stats, dashboardApi.today]

export const readAgain = () => refresh(...seen)

/** Moves a booking and says how it went. When somebody else was quicker, the server's words on it are told too, and the screen is read again. `tell` keeps them in sight, and is given none when the next move begins. */
export function useMove(words: MoveWords, tell?: (conflict: string) => void) {
  const [isBusy, setBusy] = useState(false)

  const move = async (call: () => Promise<{ success: boolean }>): Promise<boolean> => {
    if (isBusy) return false
    setBusy(true)
    tell?.('')
    const outcome = await outcomeOf(call)
    if (outcome.conflict) (tell ?? toast.warning)(outcome.conflict)
    if (outcome.went) toast.success(words.done)
    else toast.error(outcome.answered ? words.refused : words.failed)
    if (outcome.went || outcome.conflict) void readAgain().finally(() => setBusy(false))
    else setBusy(false)
    return outcome.went
  }
  return { move, isBusy }
}

interface Outcome {
  went: boolean
  answered: boolean
  conflict: string
}

async function outcomeOf(call: () => Promise<{ success: boolean }>): Promise<Outcome> {
  try {
    return { went: (await call()).success, answered: true, conflict: '' }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    return {
      went: false,
      answered: status >= 400 && status < 500,
      conflict: status === 409 ? wordsOf(error) : '',
    }
  }
}
