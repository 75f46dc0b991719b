import { genders } from '#contract/accounts/genders.ts'
import { nationalities } from '#contract/accounts/nationalities.ts'
import { labels, oddNationalID } from '#contract/bookings/application.ts'
import { relationships } from '#contract/bookings/booking.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { DateField, TextField } from '#web/ui/TextField.tsx'
import { emptyBeneficiary } from './application-values.ts'
import { CertificateField } from './CertificateField.tsx'
import { askedOf, progressOf } from './check-application.ts'
import { FormPart } from './FormPart.tsx'
import { holdsSample, sampleBeneficiary } from './sample-beneficiary.ts'
import type { ApplicationFormState } from './use-application-form.ts'

const choose = 'Please choose'
const notANRIC =
  'This does not look like a Singapore NRIC. If it is a passport or a foreign identity number, leave it as it is.'

export function BeneficiaryPart({ form, withSample }: { form: ApplicationFormState; withSample: boolean }) {
  const { values, today } = form
  const isCurrent = values.bookingType === 'Current'
  return (
    <FormPart
      number={3}
      title="Beneficiary"
      progress={progressOf(askedOf.beneficiary(values.bookingType), form.wrong)}
      lead={isCurrent ? 'The person who has died.' : 'The person for whom the niche is kept.'}
    >
      {withSample && holdsSample(values, sampleBeneficiary(today)) && (
        <Callout title="These are sample details">
          <p>They let you try the demo without inventing anyone. Certificates are still yours to choose.</p>
          <div>
            <Button variant="secondary" small onClick={() => form.fill(emptyBeneficiary())}>
              Clear sample details
            </Button>
          </div>
        </Callout>
      )}
      <TextField label={labels.beneficiaryName} autoComplete="off" {...form.field('beneficiaryName')} />
      <FieldRow>
        <SelectField
          label={labels.relationshipWithApplicant}
          options={relationships}
          placeholder={choose}
          {...form.field('relationshipWithApplicant')}
        />
        <SelectField
          label={labels.beneficiaryGender}
          options={genders}
          placeholder={choose}
          {...form.field('beneficiaryGender')}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          label={labels.beneficiaryNationality}
          options={nationalities}
          placeholder={choose}
          {...form.field('beneficiaryNationality')}
        />
        <TextField
          label={labels.beneficiaryNationalID}
          autoComplete="off"
          maxLength={20}
          help={oddNationalID(values.beneficiaryNationalID) ? notANRIC : undefined}
          {...form.field('beneficiaryNationalID')}
        />
      </FieldRow>
      <FieldRow>
        <DateField label={labels.dateOfBirth} max={today} {...form.field('dateOfBirth')} />
        {isCurrent && <DateField label={labels.dateOfDeath} max={today} {...form.field('dateOfDeath')} />}
      </FieldRow>
      <BeneficiaryAddress form={form} />
      {isCurrent && (
        <TextArea
          label={labels.inscription}
          optional
          maxLength={500}
          help="Words for the plaque. They can be settled later with our staff."
          {...form.field('inscription')}
        />
      )}
      <CertificateField label={labels.birthCertFile} {...form.fileField('birthCertFile')} />
      {isCurrent && <CertificateField label={labels.deathCertFile} {...form.fileField('deathCertFile')} />}
    </FormPart>
  )
}

function BeneficiaryAddress({ form }: { form: ApplicationFormState }) {
  const { address, unitNumber, postalCode } = form.values
  const copy = () =>
    form.fill({
      beneficiaryAddress: address,
      beneficiaryUnitNumber: unitNumber.replace(/[^\d-]/g, ''),
      beneficiaryPostalCode: postalCode,
    })
  return (
    <>
      <TextField label={labels.beneficiaryAddress} autoComplete="off" {...form.field('beneficiaryAddress')} />
      <FieldRow>
        <TextField
          label={labels.beneficiaryUnitNumber}
          inputMode="numeric"
          autoComplete="off"
          placeholder="05-118"
          {...form.field('beneficiaryUnitNumber')}
        />
        <TextField
          label={labels.beneficiaryPostalCode}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('beneficiaryPostalCode')}
        />
      </FieldRow>
      {address && (
        <div>
          <Button variant="quiet" small onClick={copy}>
            Same address as the applicant
          </Button>
        </div>
      )}
    </>
  )
}
