import { bookingApi, type SubmittedBooking } from '#contract/bookings/api.ts'
import { nicheApi } from '#contract/niches/api.ts'
import type { Role } from '#contract/roles.ts'
import { t, translate } from '#contract/words/t.ts'
import { type ApiError, toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { toast } from '#web/core/toast.tsx'
import { clearDraft } from '#web/session/drafts.ts'
import type { ApplicationFormState } from './use-application-form.ts'

export interface SubmissionHandlers {
  /** Called when sending starts: from then on, our own booking may be what takes the niche. */
  onSend: () => void
  onBooked: (made: SubmittedBooking) => void
  onRefused: (error: ApiError) => void
}

/** Sends the application and shows the result. If it is refused, the form keeps its values. */
export function useSubmitBooking(form: ApplicationFormState, draftName: string, events: SubmissionHandlers) {
  return useApiMutation(bookingApi.submit, {
    invalidates: [bookingApi.ofUser, bookingApi.byID, bookingApi.roomLeft, nicheApi.niches],
    onSuccess: (made) => {
      clearDraft(draftName)
      events.onBooked(made)
    },
    onError: (error) => {
      events.onRefused(error)
      if (error.status === 401 || asksToConfirm(error)) return
      showError(error)
      form.showErrors(error.errors)
    },
  })
}

/** The account of this NRIC has another email address than the one entered, to which its letters go: the clerk decides whether it is the right account. */
export const asksToConfirm = (error: ApiError | null) => error?.code === 'APPLICANT_EMAIL_DIFFERS'

function showError(error: ApiError) {
  const messages = Object.values(error.errors)
  if (error.status === 400 && messages.length > 0) for (const message of messages) toast.error(translate(message))
  else toast.error(t`Booking failed: ${toErrorMessage(error)}`)
}

/** The button that sends the application, as the specification fixes it. */
export const submitLabel = (role: Role) => (role === 'user' ? t`Make Payment` : 'Confirm Booking')
