import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { urnApi } from '#contract/urns/api.ts'
import { useApi } from '#web/api/use-api.ts'
import { Unbroken } from '#web/core/Unbroken.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { ReceiveDialog } from './ReceiveDialog.tsx'

/** Shows where the urn of a booking is. Hidden while there is none and none can be received. */
export function UrnOfBooking({ bookingID }: { bookingID: string }) {
  const urn = useApi(urnApi.ofBooking, { params: { bookingID } }, { what: 'urn of the booking' })
  if (!urn.data || (!urn.data.tag && !urn.data.canReceive)) return null
  const { tag, where, canReceive } = urn.data
  return (
    <Card title="Urn">
      <Facts
        facts={[
          tag && [
            'Tag',
            <Link key="tag" to={pathTo('urn', { tag })}>
              <Unbroken text={tag} />
            </Link>,
          ],
          ['Where it is', where],
        ]}
      />
      {canReceive && (
        <DialogButton variant="secondary" small dialog={() => <ReceiveDialog bookingID={bookingID} />}>
          Receive the urn
        </DialogButton>
      )}
    </Card>
  )
}
