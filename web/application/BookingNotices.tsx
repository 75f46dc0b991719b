import { type ReactNode, useEffect, useRef } from 'react'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { actionsFor } from '#contract/bookings/transitions.ts'
import { type Niche, nicheTaken } from '#contract/niches/niche.ts'
import { t, translate } from '#contract/words/t.ts'
import { callApi } from '#web/api/call-api.ts'
import { refresh, setCachedReply, useApi } from '#web/api/use-api.ts'
import { bookingStateOf } from '#web/bookings/booking-actions.ts'
import { UnpaidBookingList } from '#web/bookings/PayOrCancel.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import styles from './BookingNotices.module.css'

/** Leads back to unpaid bookings after leaving the payment step or opening a second tab. */
export function UnpaidBookings({ userID, except }: { userID: string; except: string | undefined }) {
  const unpaid = useUnpaidBookings(userID).filter(({ bookingID }) => bookingID !== except)
  if (unpaid.length === 0) return null
  return (
    <Callout title={t`You have a booking to pay for`}>
      <UnpaidBookingList bookings={unpaid} />
    </Callout>
  )
}

interface UnpaidLimitNoticeProps {
  /** The server's sentence. */
  sentence: string
  userID: string
  /** Called when one of the bookings has been cancelled, so that the form can be sent again. */
  onCancelled: (bookingID: string) => void
}

/** The applicant holds as many unpaid niches as allowed: lists them, each to be paid or cancelled. */
export function UnpaidLimitNotice({ sentence, userID, onCancelled }: UnpaidLimitNoticeProps) {
  const unpaid = useUnpaidBookings(userID)
  /** Some may have been made in another tab. */
  useEffect(() => void refresh(bookingApi.ofUser), [])
  return (
    <RefusalNotice title={sentence}>
      <UnpaidBookingList bookings={unpaid} onCancelled={onCancelled} />
      <p>{t`What you wrote is kept. Send the form again once you have paid for or cancelled one of these.`}</p>
    </RefusalNotice>
  )
}

export const NicheTakenNotice = () => (
  <RefusalNotice title={translate(nicheTaken)}>
    <p>{t`What you wrote is kept, and your certificates too. The form comes back with the niche that you choose now.`}</p>
  </RefusalNotice>
)

/** Why an application was refused, above the map. It takes the focus, because the submit button is far below the map. */
function RefusalNotice({ title, children }: { title: string; children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={styles.refusal}>
      <Callout tone="warning" title={title}>
        {children}
      </Callout>
    </div>
  )
}

/** Says that the niche in the URL was taken meanwhile, for example during registration. Not if the family booked it. */
export function MissedNiche({ userID, niche }: { userID: string; niche: Niche }) {
  const bookings = useApi(bookingApi.ofUser, { query: { userID } })
  if (!bookings.data || bookings.data.some(({ nicheCode }) => nicheCode === niche.nicheCode)) return null
  return (
    <Callout tone="warning" title={t`Niche ${niche.nicheCode} is no longer free`}>
      <p>{t`Please choose another niche on the map. Nothing was booked or charged.`}</p>
    </Callout>
  )
}

/** Whether the applicant has an unpaid booking of this niche. Also true if the list cannot be read: submitting again then decides. */
export async function isBookedBy(userID: string, nicheID: string): Promise<boolean> {
  const input = { query: { userID } }
  const bookings = await callApi(bookingApi.ofUser, input).catch(() => undefined)
  if (!bookings) return true
  setCachedReply(bookingApi.ofUser, input, () => bookings)
  return bookings.some((booking) => booking.nicheID === nicheID && isPayable(booking))
}

/** The applicant's bookings that can still be paid. */
const useUnpaidBookings = (userID: string) =>
  (useApi(bookingApi.ofUser, { query: { userID } }).data ?? []).filter(isPayable)

const isPayable = (booking: OwnBooking) => actionsFor(bookingStateOf(booking), 'user').includes('pay')
