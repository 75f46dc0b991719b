import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { urnApi } from '#contract/urns/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import { ReceiveDialog } from './ReceiveDialog.tsx'

/** Where the urn of a booking is. Hidden while there is none and none can be received. */
export function UrnOfBooking({ bookingID }: { bookingID: string }) {
  const urn = useApi(urnApi.ofBooking, { params: { bookingID } }, { what: 'urn of the booking' })
  const [isReceiving, setReceiving] = useState(false)
  if (!urn.data || (!urn.data.tag && !urn.data.canReceive)) return null
  const { tag, where, canReceive } = urn.data
  return (
    <Card title="Urn">
      <Facts
        facts={[
          ...(tag
            ? [
                [
                  'Tag',
                  <Link key="tag" to={pathTo('urn', { tag })}>
                    {tag}
                  </Link>,
                ] as const,
              ]
            : []),
          ['Where it is', where],
        ]}
      />
      {canReceive && (
        <div>
          <Button variant="secondary" small onClick={() => setReceiving(true)}>
            Receive the urn
          </Button>
        </div>
      )}
      {isReceiving && <ReceiveDialog bookingID={bookingID} onClose={() => setReceiving(false)} />}
    </Card>
  )
}
