import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { dateOrNotRecorded, orNotRecorded } from '#contract/registers/partial-date.ts'
import { type UrnDetail, UrnFacts, urnApi } from '#contract/urns/api.ts'
import { useApiMutation } from '#web/api/use-api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { useZodForm } from '#web/ui/use-zod-form.ts'
import { factsOf, UrnFactFields } from './UrnFactFields.tsx'

export function UrnFactsCard({ urn }: { urn: UrnDetail }) {
  const [isEditing, setEditing] = useState(false)
  const { role } = useSignedIn()
  const { bookingID, widthMm, heightMm } = urn
  return (
    <Card title="Details">
      <Facts
        facts={[
          ['Name', orNotRecorded(urn.beneficiaryName)],
          ['Date of birth', dateOrNotRecorded(urn.dateOfBirth)],
          ['Date of death', dateOrNotRecorded(urn.dateOfDeath)],
          ['Niche', `${urn.nicheCode}, ${urn.nichePlace}`],
          [
            'Booking',
            role === 'staff' ? (
              <Link key="booking" to={pathTo('bookingApproval', { bookingID })}>
                {bookingID}
              </Link>
            ) : (
              bookingID
            ),
          ],
          ['Holder', orNotRecorded(urn.holderName)],
          ['Contacts', orNotRecorded(urn.contacts.join(', '))],
          ['Size', widthMm && heightMm ? `${widthMm} by ${heightMm} mm` : orNotRecorded('')],
          ['Cremation certificate', orNotRecorded(urn.cremationNumber)],
        ]}
      />
      <div>
        <Button variant="secondary" small onClick={() => setEditing(true)}>
          Change size and certificate number
        </Button>
      </div>
      {isEditing && <EditDialog urn={urn} onClose={() => setEditing(false)} />}
    </Card>
  )
}

function EditDialog({ urn, onClose }: { urn: UrnDetail; onClose: () => void }) {
  const form = useZodForm(UrnFacts, factsOf(urn))
  const change = useApiMutation(urnApi.change, { done: 'Saved.', onSuccess: onClose, invalidates: [urnApi.detail] })
  return (
    <Dialog title="Size and certificate number" onClose={onClose}>
      <Form form={form} onSubmit={(facts) => change.mutateAsync({ body: { tag: urn.tag, ...facts } })}>
        <UrnFactFields form={form} />
        <FormActions error={form.formState.errors.root?.message} onCancel={onClose}>
          <Button type="submit" busy={change.isPending}>
            Save
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
