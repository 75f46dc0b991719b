import type { ReactNode } from 'react'
import { useState } from 'react'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { t } from '#contract/words/t.ts'
import { T } from '#web/core/T.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import common from '#web/ui/common.module.css'

export const hasDied = () => t`Has the person died?`

interface AskBookingTypeProps {
  /** Undefined if it cannot be read, so that the answer is not known. */
  booking: Pick<OwnBooking, 'typeGiven'> | undefined
  /** Goes back to the form, if it is still there. */
  onDied?: (() => void) | undefined
  wayBack: ReactNode
  children: ReactNode
}

/** Shows the payment, but asks first if the application left the question open. */
export function AskBookingType({ booking, onDied, wayBack, children }: AskBookingTypeProps) {
  const [answer, setAnswer] = useState<'yes' | 'no'>()
  if (booking?.typeGiven || answer === 'no') return children
  return (
    <Card title={hasDied()}>
      {answer === 'yes' ? (
        <p role="status">
          <T>
            Then we need the date of death and the death certificate. Please cancel this booking and book the niche
            again; nothing has been paid.
          </T>
        </p>
      ) : (
        <>
          <p>{t`This question is still open. Nothing is paid before you answer it.`}</p>
          <div className={common.row3}>
            <Button variant="secondary" onClick={onDied ?? (() => setAnswer('yes'))}>
              {t`Yes`}
            </Button>
            <Button variant="secondary" onClick={() => setAnswer('no')}>
              {t`No, the niche is for later`}
            </Button>
          </div>
        </>
      )}
      <div>{wayBack}</div>
    </Card>
  )
}
