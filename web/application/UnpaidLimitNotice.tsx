import { useEffect } from 'react'
import { bookingApi } from '#contract/bookings/api.ts'
import { refresh } from '#web/api/use-api.ts'
import { RefusalNotice } from './RefusalNotice.tsx'
import { UnpaidBookingList } from './UnpaidBookingList.tsx'
import { useUnpaidBookings } from './use-unpaid-bookings.ts'

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
      <p>What you wrote is kept. Send the form again once you have paid for or cancelled one of these.</p>
    </RefusalNotice>
  )
}
