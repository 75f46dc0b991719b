import type { ChangeEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import type { Registration } from '#contract/accounts/account.ts'
import { genders } from '#contract/accounts/genders.ts'
import nationalities from '#contract/accounts/nationalities.json' with { type: 'json' }
import { pathTo } from '#contract/pages.ts'
import { t } from '#contract/words/t.ts'
import { toErrorMessage } from '#web/api/api-error.ts'
import { loadChunk } from '#web/core/load-chunk.ts'
import { logFailure } from '#web/core/log-failure.ts'
import { T } from '#web/core/T.tsx'
import { clearDraft, readDraft, useDraft } from '#web/session/drafts.ts'
import { FieldRow, Fieldset, Form, FormActions } from '#web/ui/form/Form.tsx'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { replaceText } from '#web/ui/form/replace-text.ts'
import { SelectField, translatedOptions } from '#web/ui/form/SelectField.tsx'
import { DateField, TextField } from '#web/ui/form/TextField.tsx'
import { useLazyForm } from '#web/ui/form/use-lazy-form.ts'
import { AuthLayout, AuthLinks } from './AuthLayout.tsx'
import { BotCheckError, botCheckErrorMessage, useBotCheck } from './use-bot-check.ts'

const emptyForm = {
  username: '',
  email: '',
  fullname: '',
  contactnumber: '',
  nric: '',
  dob: '',
  nationality: '',
  gender: '',
  password: '',
  address: '',
  postalcode: '',
  unitnumber: '',
}
const loadRegister = () => loadChunk('registration-form', () => import('./registration-form.ts'))
const draft = 'register'
const unsavedFields = ['password'] as const

export function RegisterPage() {
  const form = useLazyForm(loadRegister, { ...emptyForm, ...readDraft<Registration>(draft) })
  useDraft(draft, form, unsavedFields)
  const botCheck = useBotCheck('register')
  const navigate = useNavigate()

  const submit = async (registration: Registration) => {
    const recaptchaToken = await botCheck.token()
    const { register } = await loadRegister()
    const { redirectTo, twoFAEnabled } = await register(registration, recaptchaToken)
    clearDraft(draft)
    await navigate(redirectTo && !twoFAEnabled ? redirectTo : pathTo('login'))
  }

  return (
    <AuthLayout
      wide
      title={t`Create an account`}
      lead={t`It takes about three minutes. Afterwards you set up a second step of sign-in, so please have a phone with an authenticator app at hand.`}
    >
      <Form form={form} onSubmit={submit} errorMessage={registerErrorMessage}>
        <Fieldset legend={t`Personal Details`}>
          <FieldRow>
            <TextField label={t`Full name`} autoComplete="name" {...form.field('fullname')} />
            <TextField
              label={t`NRIC`}
              autoComplete="off"
              autoCapitalize="characters"
              help={t`For example S1234567F`}
              {...inCapitals(form.field('nric'))}
            />
          </FieldRow>
          <FieldRow>
            <DateField label={t`Date of birth`} autoComplete="bday" {...form.field('dob')} />
            <SelectField
              label={t`Gender`}
              options={translatedOptions(genders)}
              placeholder={t`Please choose`}
              {...form.field('gender')}
            />
          </FieldRow>
          <FieldRow>
            <SelectField
              label={t`Nationality`}
              options={translatedOptions(nationalities)}
              placeholder={t`Please choose`}
              {...form.field('nationality')}
            />
            <TextField label={t`Contact number`} type="tel" autoComplete="tel" {...form.field('contactnumber')} />
          </FieldRow>
          <TextField label={t`Email`} type="email" autoComplete="email" {...form.field('email')} />
          <FieldRow>
            <TextField
              label={t`Username`}
              autoComplete="username"
              autoCapitalize="none"
              help={t`Letters, digits and underscores`}
              {...form.field('username')}
            />
            <PasswordField
              label={t`Password`}
              autoComplete="new-password"
              help={t`At least 8 characters`}
              {...form.field('password')}
            />
          </FieldRow>
        </Fieldset>
        <Fieldset legend={t`Mailing Address`}>
          <TextField label={t`Address`} autoComplete="address-line1" {...form.field('address')} />
          <FieldRow>
            <TextField
              label={t`Unit number`}
              autoComplete="address-line2"
              help={t`For example 12-34. No unit number? Enter a dash.`}
              {...form.field('unitnumber')}
            />
            <TextField
              label={t`Postal code`}
              inputMode="numeric"
              autoComplete="postal-code"
              {...form.field('postalcode')}
            />
          </FieldRow>
        </Fieldset>
        <FormActions submit={t`Register`} />
      </Form>
      <AuthLinks>
        <span>
          <T>
            Already registered? <Link to={pathTo('login')}>{t`Log In`}</Link>
          </T>
        </span>
      </AuthLinks>
    </AuthLayout>
  )
}

const inCapitals = <Field extends UseFormRegisterReturn>(field: Field) => ({
  ...field,
  onChange: (event: ChangeEvent<HTMLInputElement>) => {
    replaceText(event.target, event.target.value.toUpperCase())
    return field.onChange(event)
  },
})

function registerErrorMessage(error: unknown): string {
  logFailure('Registration failed', error)
  return error instanceof BotCheckError ? botCheckErrorMessage() : toErrorMessage(error)
}
