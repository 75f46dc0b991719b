import { type RefObject, useEffect, useRef } from 'react'
import { focusHeading } from '#web/ui/focus-heading.ts'

/** Going back from the payment step focuses the form, or the page if no form is open. */
export function useReturnFocus(bookingID: string | undefined, form: RefObject<HTMLElement | null>) {
  const last = useRef(bookingID)
  useEffect(() => {
    const isBack = last.current !== undefined && bookingID === undefined
    last.current = bookingID
    if (isBack) focusHeading(form.current?.hidden ? document.querySelector('main') : form.current)
  }, [bookingID, form])
}
