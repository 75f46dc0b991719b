import { type BookingMade, bookingApi } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { ApiError } from '../api/api-error.ts'
import { wordsOf } from '../api/api-error.ts'
import { useApiMutation } from '../api/use-api.ts'
import { forgetDraft } from '../session/drafts.ts'
import { toast } from '../ui/toast.ts'
import type { ApplicationFormState } from './use-application-form.ts'

interface SubmitOptions {
  form: ApplicationFormState
  draftName: string
  onBooked: (made: BookingMade) => void
  /** Someone else was quicker; what was written is still there. */
  onNicheLost: () => void
}

/** Sends the application, and says what became of it; a refusal leaves everything as it was written. */
export function useSubmitBooking({ form, draftName, onBooked, onNicheLost }: SubmitOptions) {
  return useApiMutation(bookingApi.submit, {
    refreshes: [bookingApi.ofUser, nicheApi.niches],
    onSuccess: (made) => {
      forgetDraft(draftName)
      onBooked(made)
    },
    onError: (error) => {
      if (error.status === 401) return
      sayRefusal(error)
      form.showErrors(error.errors)
      if (error.code === 'NICHE_TAKEN') onNicheLost()
    },
  })
}

function sayRefusal(error: ApiError) {
  const messages = Object.values(error.errors)
  if (error.status === 400 && messages.length > 0) for (const message of messages) toast.error(message)
  else toast.error(`Booking failed: ${wordsOf(error)}`)
}
