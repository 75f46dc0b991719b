import type { DefaultValues, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { toFieldErrors } from '#contract/errors.ts'
import { type FieldsForm, useFields } from './use-fields.ts'

type FormSchema = z.ZodType<FieldValues, FieldValues>

/** A form validated by a contract schema, the same that the server applies. */
export const useZodForm = <S extends FormSchema>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
): FieldsForm<z.input<S>, z.output<S>> => useFields(resolverOf(schema), defaultValues)

export function resolverOf<S extends FormSchema>(schema: S): Resolver<z.input<S>, unknown, z.output<S>> {
  return async (values) => {
    const result = await schema.safeParseAsync(values)
    if (result.success) return { values: result.data, errors: {} }
    const errors = Object.entries(toFieldErrors(result.error)).map(([name, message]) => [
      name,
      { type: 'rule', message },
    ])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}
