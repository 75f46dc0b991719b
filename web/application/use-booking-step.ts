import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { nicheApi } from '#contract/niches/api.ts'
import type { Niche } from '#contract/niches/niche.ts'
import { pathTo } from '#contract/pages.ts'
import { useApi } from '#web/api/use-api.ts'
import { withParams } from '#web/core/with-params.ts'
import { focusHeading } from '#web/ui/focus-heading.ts'

type BookingStep = ReturnType<typeof useBookingStep>

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
      setSearch((last) => withParams(last, { niche: nicheID }), { replace: true, preventScrollReset: true }),
    pay: (next: string) => setSearch((last) => withParams(last, { bookingID: next })),
    leavePayment: () => setSearch((last) => withParams(last, { bookingID: undefined }), { replace: true }),
    endReturn: () => setSearch((last) => withParams(last, withoutReturn), { replace: true, preventScrollReset: true }),
    succeed: (paid: string) => navigate(pathTo('paymentSuccess', { bookingID: paid }), { replace: true }),
  }
}

/** Stripe adds these when it sends the browser back. Only the server's answer counts, and the secret should not stay in the address. */
const withoutReturn = { payment_intent: undefined, payment_intent_client_secret: undefined, redirect_status: undefined }

/** The chosen niche; after a reload the one from the URL, if it is still free. */
export function useChosenNiche({ nicheID, choose }: BookingStep) {
  const [chosen, setChosen] = useState<Niche>()
  const isRemembered = chosen === undefined && nicheID !== undefined
  const remembered = useApi(nicheApi.byID, { query: { nicheID: nicheID ?? '' } }, { enabled: isRemembered })
  const found = isRemembered ? remembered.data : undefined
  const isFree = found?.status === 'Available'
  return {
    niche: chosen ?? (isFree ? found : undefined),
    /** The niche in the URL, if it is no longer free. */
    missed: isFree ? undefined : found,
    choose: (niche: Niche | undefined) => {
      setChosen(niche)
      choose(niche?.nicheID)
    },
  }
}

/** Going back from the payment step focuses the form, or the page if no form is open. */
export function useReturnFocus({ bookingID }: BookingStep, form: RefObject<HTMLElement | null>) {
  const last = useRef(bookingID)
  useEffect(() => {
    const isBack = last.current !== undefined && bookingID === undefined
    last.current = bookingID
    if (isBack) focusHeading(form.current?.hidden ? document.querySelector('main') : form.current)
  }, [bookingID, form])
}
