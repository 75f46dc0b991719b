import { Link } from 'react-router'
import { bookingApi } from '#contract/bookings/api.ts'
import { pathTo } from '#contract/pages.ts'
import { orNotRecorded } from '#contract/registers/partial-date.ts'
import { useApi } from '#web/api/use-api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'

/** Who has a place in a niche, for staff, with the way to place another person there. */
export function PeopleInNiche({ nicheID }: { nicheID: string }) {
  const people = useApi(bookingApi.inNiche, { query: { nicheID } }, { what: 'people in this niche' }).data ?? []
  const beside = people.find(({ roomLeft }) => roomLeft)
  return (
    <>
      <ul aria-label="Who has a place in this niche">
        {people.map(({ bookingID, beneficiaryName, bookingType }) => (
          <li key={bookingID}>
            <Link to={pathTo('bookingApproval', { bookingID })}>{orNotRecorded(beneficiaryName)}</Link>
            {bookingType === 'PreOrder' && ', for later'}
          </li>
        ))}
      </ul>
      {beside && (
        <ButtonLink variant="secondary" to={pathTo('anotherPerson', { bookingID: beside.bookingID })}>
          Place another person here
        </ButtonLink>
      )}
    </>
  )
}
