import { useLocation } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { ButtonLink } from '#web/ui/Button.tsx'

/** Opens the approval page, which leads back here with the current filters. */
export function OpenBookingLink({ bookingID, words }: { bookingID: string; words: string }) {
  const { pathname, search } = useLocation()
  return (
    <ButtonLink
      to={pathTo('bookingApproval', { bookingID })}
      state={{ from: pathname + search }}
      variant="secondary"
      small
    >
      {words}
    </ButtonLink>
  )
}
