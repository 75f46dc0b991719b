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
    /** The browser is back from the site of a bank or wallet. */
    isReturning: search.has('payment_intent'),
    choose: (nicheID: string | undefined) =>
      setSearch((last) => withParam(last, 'niche', nicheID), { replace: true, preventScrollReset: true }),
    pay: (next: string) => setSearch((last) => withParam(last, 'bookingID', next)),
    leavePayment: () => setSearch((last) => withParam(last, 'bookingID', undefined), { replace: true }),
    endReturn: () => setSearch(withoutReturn, { replace: true, preventScrollReset: true }),
    succeed: (paid: string) => navigate(pathTo('paymentSuccess', { bookingID: paid }), { replace: true }),
  }
}

function withParam(last: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  const next = new URLSearchParams(last)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

/** Stripe adds these when it sends the browser back. Only the server's answer counts, and the secret should not stay in the address. */
const addedByStripe = ['payment_intent', 'payment_intent_client_secret', 'redirect_status']

function withoutReturn(last: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(last)
  for (const name of addedByStripe) next.delete(name)
  return next
}
