import { Link } from 'react-router'
import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { pathTo } from '#contract/pages.ts'
import { dateOrNotRecorded } from '#contract/registers/partial-date.ts'
import { Callout } from '#web/ui/Callout.tsx'

/** Warns of a possible double booking, which only a clerk can recognise. */
export function SameNameWarning({ namesakes }: { namesakes: ApprovalDetail['namesakes'] }) {
  if (namesakes.length === 0) return null
  return (
    <Callout tone="warning" title="Another current beneficiary has the same name">
      <ul>
        {namesakes.map(({ bookingID, beneficiaryName, nicheCode, dateOfBirth }) => (
          <li key={bookingID}>
            <Link to={pathTo('bookingApproval', { bookingID })}>{bookingID}</Link>, {beneficiaryName}, niche {nicheCode}
            , born {dateOrNotRecorded(dateOfBirth)}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
