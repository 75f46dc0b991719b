import type { ApprovalDetail } from '#contract/bookings/api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import styles from './Decision.module.css'

/** An unpaid booking cannot be approved; the family may pay at the counter now. */
export const UnpaidNotice = ({ booking, onPay }: { booking: ApprovalDetail; onPay: () => void }) => (
  <Callout tone="warning" title="Waiting for payment">
    <p>
      The niche is kept{' '}
      {booking.holdExpiresAt ? (
        <>
          for <Countdown until={booking.holdExpiresAt} />.
        </>
      ) : (
        'until it is paid.'
      )}
    </p>
    <div className={styles.pay}>
      <Button variant="secondary" small onClick={onPay}>
        Record a payment
      </Button>
    </div>
  </Callout>
)
