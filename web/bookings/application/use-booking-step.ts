import { useNavigate, useSearchParams } from 'react-router'
import { pathTo } from '#contract/pages.ts'

/** The step is in the URL, so that a reload stays on it and the browser's back button leaves it. `bookingID` is the booking being paid for. */
export function useBookingStep() {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const bookingID = search.get('bookingID') ?? undefined
  return {
    bookingID,
    /** The chosen niche, for after a reload. */
    nicheID: search.get('niche') ?? undefined,
    choose: (nicheID: string | undefined) =>
      setSearch((last) => withParam(last, 'niche', nicheID), { replace: true, preventScrollReset: true }),
    pay: (next: string) => setSearch((last) => withParam(last, 'bookingID', next)),
    leavePayment: () => setSearch((last) => withParam(last, 'bookingID', undefined), { replace: true }),
    succeed: (paid: string) => navigate(pathTo('paymentSuccess', { bookingID: paid }), { replace: true }),
  }
}

function withParam(last: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  const next = new URLSearchParams(last)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}
