import { type ChangeEvent, useEffect, useMemo, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import type { User } from '#contract/accounts/api.ts'
import { fieldLabels } from '#contract/bookings/application-form.ts'
import type { FormOptions } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/field-errors.ts'
import { t, translate } from '#contract/words/t.ts'
import { serverDay } from '#web/api/server-clock.ts'
import { readDraft, saveDraft } from '#web/session/drafts.ts'
import { useHouse } from '#web/session/house.ts'
import { replaceText } from '#web/ui/form/replace-text.ts'
import { rejected } from '#web/ui/form/use-zod-form.ts'
import {
  type ApplicationValues,
  emptyApplication,
  type FileField,
  hasEntries,
  type TextField,
  toApplicantFields,
  withoutFiles,
} from './application-values.ts'
import { checkApplication } from './check-application.ts'
import { normaliseInput } from './normalise-input.ts'
import { sampleBeneficiary } from './sample-beneficiary.ts'

interface ApplicationFormOptions {
  /** The account whose details are shown read-only; undefined when staff enter the applicant. */
  applicant: User | undefined
  /** The booking beside which another person is added. */
  besideBookingID: string | undefined
  withSample: boolean
  /** The payment step asks for the booking type, if it is left open. */
  asksTypeLater: boolean
  draftName: string
}

/** Form values, errors and props for each field, with its label. A draft is saved on every change. */
export function useApplicationForm({
  applicant,
  besideBookingID,
  withSample,
  asksTypeLater,
  draftName,
}: ApplicationFormOptions) {
  const today = useMemo(serverDay, [])
  const { asksRelationshipProof } = useHouse()
  const role = applicant ? 'user' : 'staff'
  const asked = useMemo<FormOptions>(
    () => ({ today, role, asksRelationshipProof }),
    [today, role, asksRelationshipProof],
  )
  const [draft] = useState(() => readDraft<ApplicationValues>(draftName))
  const sample = useMemo(() => (withSample ? sampleBeneficiary(today) : undefined), [withSample, today])
  const form = useForm<ApplicationValues>({
    shouldFocusError: false,
    resolver: useMemo(() => resolverFor(asked, asksTypeLater), [asked, asksTypeLater]),
    defaultValues: {
      ...emptyApplication(),
      ...sample,
      ...draft,
      ...(applicant ? toApplicantFields(applicant) : {}),
      ...(besideBookingID && { besideBookingID }),
    },
  })
  const values = form.watch()

  useEffect(() => {
    const watching = form.watch(() =>
      saveDraft(draftName, withoutFiles({ ...emptyApplication(), ...form.getValues() })),
    )
    return () => watching.unsubscribe()
  }, [form, draftName])

  const { errors, isSubmitted } = form.formState
  const errorOf = (name: keyof ApplicationValues) => errors[name]?.message
  const setValues = (texts: Partial<ApplicationValues>) => {
    for (const [name, text] of Object.entries(texts))
      form.setValue(name as TextField, normaliseInput(name as TextField, text as string))
    if (isSubmitted) void form.trigger()
  }
  /** Keep the account's number as it is: normalising a foreign number would change it. */
  const fillFrom = (account: User) => {
    const { nationalID, mobileNumber, ...texts } = toApplicantFields(account)
    form.setValue('onFile', { nationalID, mobileNumber })
    form.setValue('mobileNumber', mobileNumber)
    setValues({ nationalID, ...texts })
  }

  return {
    values,
    /** All errors, shown or not. */
    errors: useMemo(() => checkApplication(values, asked), [values, asked]),
    shownErrors: Object.fromEntries(
      Object.entries(errors).map(([name, error]) => [name, String(error?.message ?? '')]),
    ) satisfies FieldErrors,
    fromDraft: draft !== undefined,
    /** The facts that the rules depend on. */
    asked,
    /** Clearing the form now would lose input. */
    hasEntries: hasEntries(values, sample),
    fill: setValues,
    fillFrom,
    focus: (name: TextField) => form.setFocus(name),
    submitWith: form.handleSubmit,
    showErrors: (found: FieldErrors) => {
      for (const [name, message] of Object.entries(found)) form.setError(name as TextField, { type: 'server', message })
    },
    /** `onValue` is called with each new value of the field. */
    field: (name: TextField, onValue?: (value: string) => void) => {
      const { onChange, ...rest } = form.register(name)
      return {
        ...rest,
        label: translate(fieldLabels[name]),
        error: errorOf(name),
        onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
          replaceText(event.target, normaliseInput(name, event.target.value))
          onValue?.(event.target.value)
          return onChange(event)
        },
      }
    },
    fileField: (name: FileField) => ({
      name,
      label: translate(fieldLabels[name]),
      value: values[name],
      error: errorOf(name),
      onChange: (file: File | undefined) =>
        form.setValue(name, file, { shouldDirty: true, shouldValidate: isSubmitted }),
    }),
  }
}
export type ApplicationFormState = ReturnType<typeof useApplicationForm>

const resolverFor =
  (asked: FormOptions, asksTypeLater: boolean): Resolver<ApplicationValues> =>
  (values) => {
    const errors = checkApplication(values, asked)
    if (!values.bookingType && !asksTypeLater) errors.bookingType = t`Please say whether the person has died`
    return Object.keys(errors).length > 0 ? rejected(errors) : { values, errors: {} }
  }
