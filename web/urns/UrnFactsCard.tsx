import { Link } from 'react-router'
import type { z } from 'zod'
import { pathTo } from '#contract/pages.ts'
import { dateOrNotRecorded, orNotRecorded, urnName } from '#contract/registers/partial-date.ts'
import { describeHolder } from '#contract/rights/holder.ts'
import { type UrnDetail, UrnFacts, urnApi } from '#contract/urns/api.ts'
import { useSignedIn } from '#web/session/session.ts'
import { Card, Facts } from '#web/ui/Card.tsx'
import { Code } from '#web/ui/Code.tsx'
import { DialogButton } from '#web/ui/dialog/DialogButton.tsx'
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx'
import { Email } from '#web/ui/Email.tsx'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import type { FieldsForm } from '#web/ui/form/use-fields.ts'

export function UrnFactsCard({ urn }: { urn: UrnDetail }) {
  const { role } = useSignedIn()
  const { bookingID, widthMm, heightMm } = urn
  return (
    <Card title="Details">
      <Facts
        facts={[
          [
            'Name',
            <Link key="name" to={pathTo('staffPerson', { bookingID })}>
              {urnName(urn.beneficiaryName)}
            </Link>,
          ],
          ['Date of birth', dateOrNotRecorded(urn.dateOfBirth)],
          ['Date of death', dateOrNotRecorded(urn.dateOfDeath)],
          ['Niche', `${urn.nicheCode}, ${urn.nichePlace}`],
          [
            'Booking',
            <Code key="booking">
              {role === 'staff' ? <Link to={pathTo('bookingApproval', { bookingID })}>{bookingID}</Link> : bookingID}
            </Code>,
          ],
          [
            urn.holders.length > 1 ? 'Holders' : 'Holder',
            <People
              key="holders"
              people={urn.holders.map(({ name, guardian, hasDied, reach }) => ({
                words: describeHolder(orNotRecorded(name), guardian, hasDied),
                reach,
              }))}
            />,
          ],
          urn.right && [
            'Right',
            <Link key="right" to={pathTo('right', { number: urn.right })}>
              {urn.right}
            </Link>,
          ],
          urn.deed && ['Deed', urn.deed],
          urn.collectors.length > 0 && [
            'May collect the ashes',
            <People
              key="collectors"
              people={urn.collectors.map(({ name, relationship, reach }) => ({
                words: relationship ? `${name} (${relationship})` : name,
                reach,
              }))}
            />,
          ],
          ['Size', widthMm && heightMm ? `${widthMm} by ${heightMm} mm` : orNotRecorded('')],
          ['Cremation certificate', orNotRecorded(urn.cremationNumber)],
        ]}
      />
      <DialogButton variant="secondary" small dialog={() => <EditDialog urn={urn} />}>
        Change size and certificate number
      </DialogButton>
    </Card>
  )
}

/** Each with how to reach them. */
const People = ({ people }: { people: readonly { words: string; reach: readonly string[] }[] }) =>
  people.map(({ words, reach }) => (
    <p key={words}>
      {words}
      {reach.length > 0 && ': '}
      <Email address={reach.join(', ')} />
    </p>
  ))

const EditDialog = ({ urn }: { urn: UrnDetail }) => (
  <FormDialog
    title="Size and certificate number"
    schema={UrnFacts}
    values={factsOf(urn)}
    endpoint={urnApi.change}
    input={(facts) => ({ body: { tag: urn.tag, ...facts } })}
    done="Saved."
    invalidates={[urnApi.detail]}
  >
    {(form) => <UrnFactFields form={form} />}
  </FormDialog>
)

/** Size and certificate number of an urn, all optional. */
export const UrnFactFields = ({ form }: { form: FieldsForm<z.input<typeof UrnFacts>, UrnFacts> }) => (
  <>
    <FieldRow>
      <TextField label="Width in mm" inputMode="numeric" optional {...form.field('widthMm')} />
      <TextField label="Height in mm" inputMode="numeric" optional {...form.field('heightMm')} />
    </FieldRow>
    <TextField label="Number of the cremation certificate" optional {...form.field('cremationNumber')} />
  </>
)

/** The initial values. */
export const factsOf = (urn?: UrnDetail) => ({
  widthMm: urn?.widthMm?.toString() ?? '',
  heightMm: urn?.heightMm?.toString() ?? '',
  cremationNumber: urn?.cremationNumber ?? '',
})
