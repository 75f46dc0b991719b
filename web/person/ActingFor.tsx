import { useNavigate } from 'react-router'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { familyApi } from '#contract/family/api.ts'
import { pathTo } from '#contract/pages.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'

/** Tells the second person of a family what they may do, and how they stop. */
export function ActingFor({ booking: { bookingID, actingFor } }: { booking: OwnBooking }) {
  const holder = actingFor || 'The person who booked'
  const navigate = useNavigate()
  return (
    <Callout title={`${holder} has asked you to help`}>
      <p>
        You can choose and change the day, and our letters about it go to both of you. Everything else stays with{' '}
        {actingFor || 'them'}.
      </p>
      <div>
        <DialogButton
          variant="quiet"
          small
          dialog={() => (
            <CallDialog
              title="Stop helping?"
              confirm="Stop helping"
              cancel="Go on helping"
              endpoint={familyApi.endRelative}
              input={{ body: { bookingID } }}
              done="You no longer help with this booking."
              onSuccess={() => navigate(pathTo('myBookings'))}
              invalidates={[bookingApi.ofUser]}
            >
              <p>You then no longer see this booking. {holder} is told, and can invite you again.</p>
            </CallDialog>
          )}
        >
          Stop helping
        </DialogButton>
      </div>
    </Callout>
  )
}
