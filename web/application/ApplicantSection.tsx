import { Link } from 'react-router'
import { genders } from '#contract/accounts/genders.ts'
import nationalities from '#contract/accounts/nationalities.json' with { type: 'json' }
import { fieldLabels } from '#contract/bookings/application-form.ts'
import { pathTo } from '#contract/pages.ts'
import { spoken, t, translate } from '#contract/words/t.ts'
import { loadChunk } from '#web/core/load-chunk.ts'
import { T } from '#web/core/T.tsx'
import common from '#web/ui/common.module.css'
import { FieldRow } from '#web/ui/form/Form.tsx'
import { SelectField } from '#web/ui/form/SelectField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { AddressFields } from './AddressFields.tsx'
import styles from './ApplicantSection.module.css'
import type { TextField as Name } from './application-values.ts'
import { progressOf, requiredFields } from './check-application.ts'
import { FormSection } from './FormSection.tsx'
import type { ApplicationFormState } from './use-application-form.ts'

/** The applicant's details from their account, read-only and folded to one line. */
export function OwnApplicantPart({ form }: { form: ApplicationFormState }) {
  return (
    <FormSection
      number={2}
      title={t`Applicant`}
      progress={progressOf(requiredFields.applicant, {})}
      lead={
        <T>
          These are your details, as we have them. You can{' '}
          <Link to={pathTo('profile')}>{t`change them in your profile`}</Link>. Your answers here are saved.
        </T>
      }
    >
      <details className={common.stack3}>
        <summary className={styles.line}>
          <strong>{form.values.fullName}</strong>, {form.values.mobileNumber}
        </summary>
        <div className={styles.readOnly}>
          {requiredFields.applicant.map((name) => (
            <TextField
              key={name}
              name={name}
              label={translate(fieldLabels[name])}
              readOnly
              value={displayValue(name, form.values[name])}
            />
          ))}
        </div>
      </details>
      <Remarks form={form} help={t`Anything that our staff should know.`} />
    </FormSection>
  )
}

/** The look-ups are loaded apart, because families do not need them. */
const loadCounterLookups = () => loadChunk('CounterLookups', () => import('./CounterLookups.tsx'))

/** The applicant's details as staff enter them, with look-ups that fill them in. */
export function ApplicantSection({ form }: { form: ApplicationFormState }) {
  return (
    <FormSection
      number={2}
      title={t`Applicant`}
      progress={progressOf(requiredFields.applicant, form.errors)}
      lead="The person who books."
    >
      <LazyPart load={loadCounterLookups}>{({ CounterLookups }) => <CounterLookups form={form} />}</LazyPart>
      <FieldRow>
        <TextField autoComplete="off" placeholder="S1234567A" {...form.field('nationalID')} />
        <TextField autoComplete="off" {...form.field('fullName')} />
      </FieldRow>
      <FieldRow>
        <TextField inputMode="tel" autoComplete="off" placeholder="91234567" {...form.field('mobileNumber')} />
        <TextField type="email" autoComplete="off" {...form.field('email')} />
      </FieldRow>
      <FieldRow>
        <SelectField options={genders} placeholder={t`Please choose`} {...form.field('gender')} />
        <SelectField
          options={withKnown(form.values.nationality)}
          placeholder={t`Please choose`}
          {...form.field('nationality')}
        />
        <DateField max={form.asked.today} {...form.field('dob')} />
      </FieldRow>
      <AddressFields form={form} of="applicant" />
      <Remarks form={form} help="Notes about this booking" />
    </FormSection>
  )
}

const Remarks = ({ form, help }: { form: ApplicationFormState; help: string }) => (
  <TextArea optional rows={2} maxLength={500} help={help} {...form.field('remarks')} />
)

/** An account may have a nationality that is not in the list, and keeps it. */
const withKnown = (nationality: string): readonly string[] =>
  nationality === '' || nationalities.some((each) => each === nationality)
    ? nationalities
    : [nationality, ...nationalities]

const displayValue = (name: Name, value: string) => (name === 'dob' && value ? spoken().day(value) : translate(value))
