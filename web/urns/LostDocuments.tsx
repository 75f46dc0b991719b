import { Link } from 'react-router'
import { formatDateTime } from '#contract/dates.ts'
import { pathTo } from '#contract/pages.ts'
import { LossReport, type UrnDetail, urnApi } from '#contract/urns/api.ts'
import { daysAfterLoss } from '#contract/urns/confirmation.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { NoteField } from '#web/ui/form/TextArea.tsx'

/** A family that cannot show its documents waits until the other contacts could object. */
export function LostDocuments({ urn }: { urn: UrnDetail }) {
  const { tag, loss, place } = urn
  if (place === 'family' || place === 'nowhere') return null
  const verb = verbFor(loss)
  return (
    <Card title="Lost documents">
      {loss ? (
        <Callout tone="warning" title="The documents were reported lost">
          <p>
            By {loss.by}, {formatDateTime(loss.reportedAt)}: {loss.note}
          </p>
          {loss.toPost > 0 ? (
            <p>
              A letter about it is still <Link to={pathTo('lettersToPost')}>to be posted</Link> or has come back. The
              urn can be released {daysAfterLoss} days after it was posted, unless somebody objects.
            </p>
          ) : (
            <p>The urn can be released from {formatDateTime(loss.releasableFrom)}, unless somebody objects.</p>
          )}
          {loss.withdrawal && (
            <p>
              {loss.withdrawal.by} asks to withdraw the report: {loss.withdrawal.note}{' '}
              {loss.withdrawal.isMine && 'Another member of staff has to confirm it.'}
            </p>
          )}
        </Callout>
      ) : (
        <p>
          If the family cannot show its documents, report the loss. The holders and all contacts of the booking are
          told, and the urn can be released after {daysAfterLoss} days.
        </p>
      )}
      <DialogButton
        variant="secondary"
        small
        dialog={() => <LossDialog tag={tag} verb={verb} isReported={loss !== null} />}
      >
        {verb}
      </DialogButton>
    </Card>
  )
}

interface LossDialogProps {
  tag: string
  isReported: boolean
  verb: string
}

/** Withdrawing takes two people. */
const verbFor = (loss: UrnDetail['loss']) => {
  if (!loss) return 'Report the loss'
  return loss.withdrawal && !loss.withdrawal.isMine ? 'Confirm the withdrawal' : 'Withdraw the report'
}

/** Keeps what it was opened with: if a colleague reports the loss meanwhile, sending must not withdraw their report. */
const LossDialog = ({ tag, isReported, verb }: LossDialogProps) => (
  <FormDialog
    title={isReported ? verb : 'Report lost documents'}
    schema={LossReport}
    values={{ tag, note: '' }}
    endpoint={isReported ? urnApi.withdrawLoss : urnApi.reportLoss}
    input={(body) => ({ body })}
    verb={isReported ? verb : 'Report'}
    done={describeDone}
    invalidates={[urnApi.detail]}
  >
    {(form) => (
      <NoteField
        label="Note"
        help={isReported ? 'Why it is withdrawn.' : 'Who says so, and how to reach them.'}
        {...form.field('note')}
      />
    )}
  </FormDialog>
)

const describeDone = (reply: { told: number; withdrawn?: boolean }) => {
  if (reply.withdrawn === false) return 'Another member of staff has to confirm the withdrawal.'
  return `${reply.withdrawn ? 'The report has been withdrawn. ' : ''}${describeTold(reply.told)}`
}

const describeTold = (contacts: number) => (contacts === 1 ? 'One person is told.' : `${contacts} people are told.`)
