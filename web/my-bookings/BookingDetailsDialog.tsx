import { useEffect } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi } from '#web/api/use-api.ts'
import { BookingFacts } from '#web/bookings/BookingFacts.tsx'
import { toast } from '#web/core/toast.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { FamilyLines } from './FamilyLines.tsx'
import { UrnRequestLink } from './UrnRequestLink.tsx'

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
    if (isMissing) toast.error('Failed to load booking details')
  }, [isMissing])

  if (isMissing) return null
  return (
    <Dialog title="Booking Details" onClose={onClose}>
      {booking ? <Details booking={booking} /> : <Loading words="Loading booking details..." />}
    </Dialog>
  )
}

const Details = ({ booking }: { booking: OwnBooking }) => (
  <>
    <FamilyLines booking={booking} />
    <BookingFacts booking={booking} />
    <Link to={pathTo('person', { bookingID: booking.bookingID })}>Open the page of this person</Link>
    <UrnRequestLink booking={booking} />
  </>
)
