import { ButtonLink } from '#web/ui/Button.tsx'
import { useApprovalLink } from './approval-link.ts'

export const OpenBookingLink = ({ bookingID, words }: { bookingID: string; words: string }) => (
  <ButtonLink {...useApprovalLink(bookingID)} variant="secondary" small>
    {words}
  </ButtonLink>
)
