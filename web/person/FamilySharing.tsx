import { familyApi } from '#contract/family/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'
import { SecondPerson } from './SecondPerson.tsx'
import { ShowLink } from './ShowLink.tsx'

/** With whom the holder shares this page. */
export function FamilySharing({ bookingID }: { bookingID: string }) {
  const sharing = useApi(familyApi.sharing, { query: { bookingID } })
  return (
    <Card title="Brothers and sisters">
      <QueryResult query={sharing} loading="Loading with whom you share..." failure="This could not be loaded.">
        {({ link, relative }) => (
          <>
            <ShowLink bookingID={bookingID} link={link} />
            <SecondPerson bookingID={bookingID} relative={relative} />
          </>
        )}
      </QueryResult>
    </Card>
  )
}
