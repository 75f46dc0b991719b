import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { genders } from '#contract/accounts/genders.ts'
import { nationalities } from '#contract/accounts/nationalities.ts'
import { labels } from '#contract/bookings/application.ts'
import { showDay } from '#contract/dates.ts'
import { FieldRow } from '#web/ui/Form.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { DateField, TextField } from '#web/ui/TextField.tsx'
import type { TextField as Name } from './application-values.ts'
import { askedOf, progressOf } from './check-application.ts'
import { FormPart } from './FormPart.tsx'
import { QuietFields } from './QuietFields.tsx'
import type { ApplicationFormState } from './use-application-form.ts'

/** The applicant's own details, as their account has them: shown, not asked. */
export function OwnApplicantPart({ form }: { form: ApplicationFormState }) {
  return (
    <FormPart
      number={2}
      title="Applicant"
      progress={progressOf(askedOf.applicant, {})}
      lead={
        <>
          These are your details, as we have them. You can <Link to="/profile">change them in your profile</Link>, and
          what you write here is kept meanwhile.
        </>
      }
    >
      <QuietFields>
        {askedOf.applicant.map((name) => (
          <TextField key={name} name={name} label={labels[name]} readOnly value={shown(name, form.values[name])} />
        ))}
      </QuietFields>
      <Remarks form={form} />
    </FormPart>
  )
}

/** The applicant as staff write them down; `children` are the tools that spare the writing. */
export function ApplicantPart({ form, children }: { form: ApplicationFormState; children: ReactNode }) {
  return (
    <FormPart
      number={2}
      title="Applicant"
      progress={progressOf(askedOf.applicant, form.wrong)}
      lead="The person who books."
    >
      {children}
      <FieldRow>
        <TextField label={labels.nationalID} autoComplete="off" placeholder="S1234567A" {...form.field('nationalID')} />
        <TextField label={labels.fullName} autoComplete="off" {...form.field('fullName')} />
      </FieldRow>
      <FieldRow>
        <TextField
          label={labels.mobileNumber}
          inputMode="tel"
          autoComplete="off"
          placeholder="91234567"
          {...form.field('mobileNumber')}
        />
        <TextField label={labels.email} type="email" autoComplete="off" {...form.field('email')} />
      </FieldRow>
      <FieldRow>
        <SelectField label={labels.gender} options={genders} placeholder="Please choose" {...form.field('gender')} />
        <SelectField
          label={labels.nationality}
          options={withKnown(form.values.nationality)}
          placeholder="Please choose"
          {...form.field('nationality')}
        />
        <DateField label={labels.dob} max={form.today} {...form.field('dob')} />
      </FieldRow>
      <TextField label={labels.address} autoComplete="off" {...form.field('address')} />
      <FieldRow>
        <TextField
          label={labels.unitNumber}
          inputMode="numeric"
          autoComplete="off"
          placeholder="05-118"
          {...form.field('unitNumber')}
        />
        <TextField label={labels.postalCode} inputMode="numeric" autoComplete="off" {...form.field('postalCode')} />
      </FieldRow>
      <Remarks form={form} />
    </FormPart>
  )
}

const Remarks = ({ form }: { form: ApplicationFormState }) => (
  <TextArea
    label={labels.remarks}
    optional
    rows={2}
    maxLength={500}
    help="Anything that our staff should know."
    {...form.field('remarks')}
  />
)

/** An account may have a nationality that the list does not offer, and keeps it. */
const withKnown = (nationality: string): readonly string[] =>
  nationality === '' || nationalities.some((each) => each === nationality)
    ? nationalities
    : [nationality, ...nationalities]

const shown = (name: Name, value: string) => (name === 'dob' && value ? showDay(value) : value)
