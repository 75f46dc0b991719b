import { formatDateTime, formatDay } from '#contract/dates.ts'
import { findApi, type Sharing } from '#contract/find/api.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import { Card } from '#web/ui/Card.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { ReasonDialog } from '#web/ui/dialog/ReasonDialog.tsx'
import { QueryResult } from '#web/ui/QueryResult.tsx'

interface VisitorAccessProps {
  bookingID: string
  /** Otherwise the clerk reads what the holder has chosen in the form. */
  isApproved: boolean
}

/** Whether visitors find the person of a booking; staff and admins can prevent it. */
export const VisitorAccess = (props: VisitorAccessProps) => (
  <Card title="Find someone">
    <AccessOf {...props} />
  </Card>
)

function AccessOf({ bookingID, isApproved }: VisitorAccessProps) {
  const sharing = useApi(findApi.sharing, { query: { bookingID } })
  return (
    <QueryResult query={sharing} loading="Loading what visitors see..." failure="This could not be loaded.">
      {(data) => (
        <>
          <p>{describeAccess(data, isApproved)}</p>
          <div>
            <Withhold bookingID={bookingID} action={actions[data.withheld ? 'stop' : 'withhold']} />
          </div>
        </>
      )}
    </QueryResult>
  )
}

function describeAccess({ shared, sharedAfter, withholding }: Sharing, isApproved: boolean): string {
  if (withholding) return `Withheld by ${withholding.by} on ${formatDateTime(withholding.at)}: ${withholding.reason}`
  if (shared && !isApproved) return 'The holder has agreed that visitors find this person once the booking is approved.'
  if (shared) return 'Visitors find this person. The holder has agreed.'
  if (!sharedAfter) return 'Visitors do not find this person. The holder has not agreed.'
  if (sharedAfter <= serverDay() && isApproved)
    return 'Visitors find this person. Ten years have passed since the death.'
  if (sharedAfter <= serverDay())
    return 'Visitors find this person after approval. Ten years have passed since the death.'
  return `Visitors do not find this person until ${formatDay(sharedAfter)}. The holder has not agreed.`
}

const actions = {
  withhold: {
    endpoint: findApi.withhold,
    verb: 'Withhold',
    effect: 'Visitors then do not find this person, whatever the holder chooses and however long ago the death was.',
    done: 'Visitors do not find this person any more.',
  },
  stop: {
    endpoint: findApi.stopWithholding,
    verb: 'Stop withholding',
    effect: 'Visitors then find this person if the holder has agreed, or ten years after the death.',
    done: 'This person is not withheld any more.',
  },
} as const

interface WithholdProps {
  bookingID: string
  action: (typeof actions)[keyof typeof actions]
}

const Withhold = ({ bookingID, action: { endpoint, verb, effect, done } }: WithholdProps) => (
  <DialogButton
    variant="secondary"
    small
    dialog={() => (
      <ReasonDialog
        title={verb}
        verb={verb}
        help="Kept in the audit log. The family does not see it."
        endpoint={endpoint}
        input={(reason) => ({ body: { bookingID, reason } })}
        done={done}
        invalidates={[findApi.sharing]}
      >
        {effect}
      </ReasonDialog>
    )}
  >
    {verb}
  </DialogButton>
)
