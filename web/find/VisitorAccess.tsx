import { useState } from 'react'
import { formatDateTime, formatDay } from '#contract/dates.ts'
import { findApi, type Sharing } from '#contract/find/api.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { useApi } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
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
  const [isAsking, setAsking] = useState(false)
  return (
    <QueryResult query={sharing} loading="Loading what visitors see..." failure="This could not be loaded.">
      {(data) => (
        <>
          <p>{describeAccess(data, isApproved)}</p>
          <div>
            <Button variant="secondary" small onClick={() => setAsking(true)}>
              {actions[data.withheld ? 'stop' : 'withhold'].verb}
            </Button>
          </div>
          {isAsking && (
            <WithholdDialog
              bookingID={bookingID}
              action={actions[data.withheld ? 'stop' : 'withhold']}
              onClose={() => setAsking(false)}
            />
          )}
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

interface WithholdDialogProps {
  bookingID: string
  action: (typeof actions)[keyof typeof actions]
  onClose: () => void
}

function WithholdDialog({ bookingID, action, onClose }: WithholdDialogProps) {
  /** Fixed when the dialog opens: a refetch behind it must not turn it around. */
  const [{ endpoint, verb, effect, done }] = useState(action)
  return (
    <ReasonDialog
      title={verb}
      verb={verb}
      help="Kept in the audit log. The family does not see it."
      endpoint={endpoint}
      input={(reason) => ({ body: { bookingID, reason } })}
      done={done}
      invalidates={[findApi.sharing]}
      onClose={onClose}
    >
      {effect}
    </ReasonDialog>
  )
}
