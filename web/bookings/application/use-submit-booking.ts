import { type BookingMade, bookingApi } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import { type ApiError, wordsOf } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { forgetDraft } from '#web/session/drafts.ts'
import { toast } from '#web/ui/toast.ts'
import type { ApplicationFormState } from './use-application-form.ts'

export interface SubmissionEvents {
  /** From here on, that the niche is taken may be our own doing. */
  onSend: () => void
  onBooked: (made: BookingMade) => void
  onRefused: (error: ApiError) => void
}

/** Sends the application, and says what became of it; a refusal leaves everything as it was written. */
export function useSubmitBooking(form: ApplicationFormState, draftName: string, events: SubmissionEvents) {
  return useApiMutation(bookingApi.submit, {
    refreshes: [bookingApi.ofUser, bookingApi.byID, nicheApi.niches],
    onSuccess: (made) => {
      forgetDraft(draftName)
      events.onBooked(made)
    },
    onError: (error) => {
      events.onRefused(error)
      if (error.status === 401 || asksToConfirm(error)) return
      sayRefusal(error)
      form.showErrors(error.errors)
    },
  })
}

/** The account of the applicant has another e-mail than the one entered: the clerk decides whether it is the right one. */
export const asksToConfirm = (error: ApiError | null) => error?.code === 'APPLICANT_EMAIL_DIFFERS'

function sayRefusal(error: ApiError) {
  const messages = Object.values(error.errors)
  if (error.status === 400 && messages.length > 0) for (const message of messages) toast.error(message)
  else toast.error(`Booking failed: ${wordsOf(error)}`)
}
