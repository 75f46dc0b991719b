import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { LossReport, type UrnDetail, urnApi } from '#contract/urns/api.ts'
import { daysAfterLoss } from '#contract/urns/confirmation.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import styles from './Urns.module.css'

/** A family that cannot show its documents waits until the other contacts could object. */
export function LostDocuments({ urn }: { urn: UrnDetail }) {
  const [isAsking, setAsking] = useState(false)
  const { tag, loss, place } = urn
  if (place === 'family') return null
  return (
    <Card title="Lost documents">
      {loss ? (
        <Callout tone="warning" title="The documents were reported lost">
          <p>
            By {loss.by}, {formatDateTime(loss.reportedAt)}: {loss.note}
          </p>
          <p>The urn can be released from {formatDateTime(loss.releasableFrom)}, unless a contact objects.</p>
        </Callout>
      ) : (
        <p>
          If the family cannot show its documents, report the loss. All contacts of the booking are told, and the urn
          can be released after {daysAfterLoss} days.
        </p>
      )}
      <div className={styles.buttons}>
        <Button variant="secondary" small onClick={() => setAsking(true)}>
          {loss ? 'Withdraw the report' : 'Report the loss'}
        </Button>
      </div>
      {isAsking && <LossDialog tag={tag} isReported={loss !== null} onClose={() => setAsking(false)} />}
    </Card>
  )
}

const Note = LossReport.pick({ note: true })

function LossDialog({ tag, isReported, onClose }: { tag: string; isReported: boolean; onClose: () => void }) {
  const form = useZodForm(Note, { note: '' })
  const options = { onSuccess: onClose, invalidates: [urnApi.detail] }
  const report = useApiMutation(urnApi.reportLoss, {
    ...options,
    done: ({ told }) => (told === 1 ? 'One contact has been told.' : `${told} contacts have been told.`),
  })
  const withdraw = useApiMutation(urnApi.withdrawLoss, { ...options, done: 'The report has been withdrawn.' })
  const send = isReported ? withdraw : report
  return (
    <Dialog title={isReported ? 'Withdraw the report' : 'Report lost documents'} onClose={onClose}>
      <Form form={form} onSubmit={({ note }) => send.mutateAsync({ body: { tag, note } })}>
        <TextArea
          label="Note"
          rows={3}
          maxLength={500}
          help={isReported ? 'Why it is withdrawn.' : 'Who says so, and how to reach them.'}
          {...form.field('note')}
        />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={send.isPending}>
            {isReported ? 'Withdraw' : 'Report'}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
