import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OwnBooking } from '#contract/bookings/api.ts'
import { bookingApi } from '#contract/bookings/api.ts'
import { familyApi } from '#contract/family/api.ts'
import { pathTo } from '#contract/pages.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** For the second person of a family: what they may do, and how they stop. */
export function ActingFor({ booking: { bookingID, actingFor } }: { booking: OwnBooking }) {
  const holder = actingFor || 'The person who booked'
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const stop = useApiMutation(familyApi.endRelative, {
    done: 'You no longer help with this booking.',
    failed: toErrorMessage,
    onSuccess: () => navigate(pathTo('myBookings')),
    invalidates: [bookingApi.ofUser],
  })
  return (
    <Callout title={`${holder} has asked you to help`}>
      <p>
        You can choose and change the day, and our letters about it go to both of you. Everything else stays with{' '}
        {actingFor || 'them'}.
      </p>
      <div>
        <Button variant="quiet" small onClick={() => setAsking(true)}>
          Stop helping
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Stop helping?"
          confirm="Stop helping"
          cancel="Go on helping"
          busy={stop.isPending}
          onConfirm={() => stop.mutate({ body: { bookingID } })}
          onCancel={() => setAsking(false)}
        >
          <p>You then no longer see this booking. {holder} is told, and can invite you again.</p>
        </ConfirmDialog>
      )}
    </Callout>
  )
}
