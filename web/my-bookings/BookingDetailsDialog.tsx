import { useEffect, useId } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { moveRefusals } from '#contract/bookings/refusals.ts'
import { actionsFor, explainRefusal } from '#contract/bookings/transitions.ts'
import { pathTo } from '#contract/pages.ts'
import { t, translate } from '#contract/words/t.ts'
import { useApi } from '#web/api/use-api.ts'
import { BookingFacts } from '#web/bookings/BookingFacts.tsx'
import { bookingStateOf, isPreOrder } from '#web/bookings/booking-actions.ts'
import { toast } from '#web/core/toast.tsx'
import { Button } from '#web/ui/Button.tsx'
import common from '#web/ui/common.module.css'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { FamilyLines } from './FamilyLines.tsx'

/** The URL names the booking: a receipt's QR code opens this dialog, and the browser's back button closes it. */
export function BookingDetailsDialog() {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const openedHere = useLocation().state?.opened === true
  const bookingID = search.get('bookingID')
  if (!bookingID) return null
  const close = () => (openedHere ? navigate(-1) : setSearch({}, { replace: true }))
  return <DetailsDialog key={bookingID} bookingID={bookingID} onClose={close} />
}

function DetailsDialog({ bookingID, onClose }: { bookingID: string; onClose: () => void }) {
  const found = useApi(bookingApi.byID, { query: { bookingID } }, { what: 'booking details' })
  const booking = found.data?.[0]
  const isMissing = !booking && (found.isError || found.isSuccess)

  useEffect(() => {
    if (isMissing) toast.error(t`Failed to load booking details`)
  }, [isMissing])

  if (isMissing) return null
  return (
    <Dialog title={t`Booking Details`} onClose={onClose}>
      {booking ? (
        <>
          <FamilyLines booking={booking} />
          <BookingFacts booking={booking} />
          <Link to={pathTo('person', { bookingID })}>{t`Open the page of this person`}</Link>
          {booking.actingFor === null && <Link to={pathTo('statement', { bookingID })}>{t`See the statement`}</Link>}
          {isPreOrder(booking) && booking.actingFor === null && <UrnRequestLink booking={booking} />}
        </>
      ) : (
        <Loading words={t`Loading booking details...`} />
      )}
    </Dialog>
  )
}

/** Shown for every pre-order; if the request cannot be made now, it is disabled with the reason. */
function UrnRequestLink({ booking }: { booking: OwnBooking }) {
  const navigate = useNavigate()
  const reasonID = useId()
  const state = bookingStateOf(booking)
  const reason = actionsFor(state, 'user').includes('requestUrn')
    ? undefined
    : moveRefusals[explainRefusal(state, 'requestUrn')]
  return (
    <div className={`${common.row3} ${common.middle}`}>
      <Button
        disabled={reason !== undefined}
        aria-describedby={reason && reasonID}
        onClick={() => navigate(pathTo('urnPlacement', { bookingID: booking.bookingID }))}
      >
        {t`Request Urn Placement`}
      </Button>
      {reason && (
        <p id={reasonID} className={common.help}>
          {translate(reason)}
        </p>
      )}
    </div>
  )
}
