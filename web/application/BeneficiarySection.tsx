import { useId } from 'react'
import { genders } from '#contract/accounts/genders.ts'
import nationalities from '#contract/accounts/nationalities.json' with { type: 'json' }
import { fieldLabels, isUnusualNationalID } from '#contract/bookings/application-form.ts'
import { relationships } from '#contract/bookings/booking.ts'
import { t, translate } from '#contract/words/t.ts'
import { CertificateField } from '#web/bookings/CertificateField.tsx'
import { T } from '#web/core/T.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { SelectField, translatedOptions } from '#web/ui/form/SelectField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { AddressFields } from './AddressFields.tsx'
import { emptyBeneficiary } from './application-values.ts'
import { progressOf, requiredFields } from './check-application.ts'
import { FormSection } from './FormSection.tsx'
import { hasSampleValues, sampleBeneficiary } from './sample-beneficiary.ts'
import type { ApplicationFormState } from './use-application-form.ts'

const genderByRelationship: Record<string, string> = { Mother: 'Female', Father: 'Male' }
const notANRIC = () =>
  t`This does not look like a Singapore NRIC. If it is a passport or a foreign identity number, leave it as it is.`

interface BeneficiarySectionProps {
  form: ApplicationFormState
  withSample: boolean
  /** The name of the person in the same niche, for another person. */
  beside: string | undefined
}

export function BeneficiarySection({ form, withSample, beside }: BeneficiarySectionProps) {
  const { values } = form
  const { today } = form.asked
  const choose = t`Please choose`
  const isCurrent = values.bookingType === 'Current'
  const clearSample = () => {
    form.fill(emptyBeneficiary())
    form.focus('beneficiaryName')
  }
  /** A relationship suggests gender and nationality; what was already chosen stays. */
  const suggest = (relationship: string) =>
    form.fill({
      beneficiaryGender: values.beneficiaryGender || genderByRelationship[relationship] || '',
      beneficiaryNationality: values.beneficiaryNationality || values.nationality,
    })
  return (
    <FormSection
      number={3}
      title={t`Beneficiary`}
      progress={progressOf(requiredFields.beneficiary(values), form.errors)}
      lead={isCurrent ? t`The person who has died.` : t`The person for whom the niche is.`}
    >
      {withSample && hasSampleValues(values, sampleBeneficiary(today)) && (
        <Callout title={t`These are sample details`}>
          <p>{t`They let you try the demo without inventing anyone. Certificates are still yours to choose.`}</p>
          <div>
            <Button variant="secondary" small onClick={clearSample}>
              {t`Clear sample details`}
            </Button>
          </div>
        </Callout>
      )}
      <TextField autoComplete="off" {...form.field('beneficiaryName')} />
      <TextField
        optional
        autoComplete="off"
        help={t`For example in Chinese or Tamil. Both names are then written on our papers.`}
        {...form.field('nameInOtherScript')}
      />
      {beside !== undefined && (
        <SelectField
          options={translatedOptions(relationships)}
          placeholder={choose}
          help={t`What the person is to ${beside}.`}
          {...form.field('besideRelationship')}
        />
      )}
      <FieldRow>
        <SelectField
          options={translatedOptions(relationships)}
          placeholder={choose}
          {...form.field('relationshipWithApplicant', suggest)}
        />
        <SelectField options={translatedOptions(genders)} placeholder={choose} {...form.field('beneficiaryGender')} />
      </FieldRow>
      <FieldRow>
        <SelectField
          options={translatedOptions(nationalities)}
          placeholder={choose}
          {...form.field('beneficiaryNationality')}
        />
        <TextField
          autoComplete="off"
          maxLength={20}
          help={isUnusualNationalID(values.beneficiaryNationalID) ? notANRIC() : undefined}
          {...form.field('beneficiaryNationalID')}
        />
      </FieldRow>
      <FieldRow>
        <DateField max={today} {...form.field('dateOfBirth')} />
        {isCurrent && <DateField max={today} {...form.field('dateOfDeath')} />}
      </FieldRow>
      <BeneficiaryAddress form={form} />
      {isCurrent && (
        <TextArea
          optional
          maxLength={500}
          help={t`Words for the plaque. They can be settled later with our staff.`}
          {...form.field('inscription')}
        />
      )}
      {isCurrent && <Consent form={form} />}
    </FormSection>
  )
}

/** The certificates, each with a picture of what was chosen. */
export function PapersSection({ form, isBeside }: { form: ApplicationFormState; isBeside: boolean }) {
  return (
    <FormSection
      number={4}
      title={t`Papers`}
      progress={progressOf(requiredFields.papers(form.values, form.asked), form.errors)}
      lead={t`Please check that every word can be read before you send them.`}
    >
      <CertificateField {...form.fileField('birthCertFile')} />
      {form.values.bookingType === 'Current' && <CertificateField {...form.fileField('deathCertFile')} />}
      {form.asked.asksRelationshipProof && isBeside && (
        <CertificateField {...form.fileField('relationshipProofFile')} />
      )}
    </FormSection>
  )
}

function Consent({ form }: { form: ApplicationFormState }) {
  const helpID = useId()
  return (
    <div>
      <Checkbox
        label={translate(fieldLabels.mayBeFound)}
        checked={form.values.mayBeFound === 'true'}
        aria-describedby={helpID}
        onChange={({ target }) => form.fill({ mayBeFound: target.checked ? 'true' : '' })}
      />
      <p id={helpID}>
        <T>
          Those who enter the full name and the year of death then see the name, the years and the way to the niche,
          once the booking is approved. You can change this at any time.
        </T>
      </p>
    </div>
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
      <AddressFields form={form} of="beneficiary" />
      {address && (
        <div>
          <Button variant="quiet" small onClick={copy}>
            {t`Same address as the applicant`}
          </Button>
        </div>
      )}
    </>
  )
}
