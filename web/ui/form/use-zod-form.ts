import type { DefaultValues, FieldValues, Resolver, ResolverError } from 'react-hook-form'
import type { z } from 'zod'
import { checkForm, type Form } from '#contract/check-form.ts'
import type { FormOptions } from '#contract/endpoint.ts'
import { type FieldErrors, toFieldErrors } from '#contract/field-errors.ts'
import { type FieldsForm, useFields } from './use-fields.ts'

export type FormSchema = z.ZodType<FieldValues, FieldValues>

/** A form validated by a contract schema, the same that the server applies. */
export const useZodForm = <S extends FormSchema>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
): FieldsForm<z.input<S>, z.output<S>> => useFields(resolverOf(schema), defaultValues)

export function resolverOf<S extends FormSchema>(schema: S): Resolver<z.input<S>, unknown, z.output<S>> {
  return async (values) => {
    const result = await schema.safeParseAsync(values)
    return result.success ? { values: result.data, errors: {} } : rejected(toFieldErrors(result.error))
  }
}

/** Validates a form as the server will, and hands out what the rules made of its fields. Its files are values too. */
export const formResolver =
  <Values extends FieldValues>(form: Form, options: FormOptions): Resolver<Values, unknown, Values> =>
  (values) => {
    const { body, errors } = checkForm(form, values, values, options)
    return Object.keys(errors).length > 0
      ? rejected(errors)
      : { values: { ...values, ...(body as Values) }, errors: {} }
  }

export const rejected = <Values extends FieldValues>(errors: FieldErrors) => {
  const shown = Object.entries(errors).map(([name, message]) => [name, { type: 'rule', message }])
  return { values: {}, errors: Object.fromEntries(shown) } satisfies ResolverError<Values>
}
