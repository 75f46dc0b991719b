import { useNavigate } from 'react-router'
import { bookingApi, type OwnBooking } from '#contract/bookings/api.ts'
import { familyApi } from '#contract/family/api.ts'
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { CallDialog } from '#web/ui/dialog/CallDialog.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'

/** Tells the second person of a family what they may do, and how they stop. */
export function ActingFor({ booking: { bookingID, actingFor } }: { booking: OwnBooking }) {
  const holder = actingFor || t`The person who booked`
  const navigate = useNavigate()
  return (
    <Callout title={t`${holder} has asked you to help`}>
      <p>
        {t`You can choose and change the day, and our letters about it go to both of you. Everything else stays with ${actingFor || t`them`}.`}
      </p>
      <div>
        <DialogButton
          variant="quiet"
          small
          dialog={() => (
            <CallDialog
              title={t`Stop helping?`}
              confirm={t`Stop helping`}
              cancel={t`Go on helping`}
              endpoint={familyApi.endRelative}
              input={{ body: { bookingID } }}
              done={t`You no longer help with this booking.`}
              onSuccess={() => navigate(pathTo('myBookings'))}
              invalidates={[bookingApi.ofUser]}
            >
              <p>{t`You then no longer see this booking. ${holder} is told, and can invite you again.`}</p>
            </CallDialog>
          )}
        >
          {t`Stop helping`}
        </DialogButton>
      </div>
    </Callout>
  )
}
