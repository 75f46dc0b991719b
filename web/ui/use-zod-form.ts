import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { fieldErrorsOf } from '#contract/errors.ts'

type FormSchema = z.ZodType<FieldValues, FieldValues>

export interface ZodForm<In extends FieldValues, Out> extends UseFormReturn<In, unknown, Out> {
  /** What a text, date or select field needs: `<TextField label="Email" {...form.field('email')} />`. */
  field: (name: Path<In>) => ReturnType<UseFormReturn<In>['register']> & { error: string | undefined }
  /** What a `FileField` needs. */
  fileField: (name: Path<In>) => {
    name: string
    value: File | undefined
    onChange: (file: File | undefined) => void
    error: string | undefined
  }
}

/** A form whose rules are a schema of the contract, the same that the server applies. */
export function useZodForm<S extends FormSchema>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
): ZodForm<z.input<S>, z.output<S>> {
  const form = useForm<z.input<S>, unknown, z.output<S>>({ resolver: resolverOf(schema), defaultValues })
  const errorOf = (name: Path<z.input<S>>) => form.getFieldState(name, form.formState).error?.message

  return {
    ...form,
    field: (name) => ({ ...form.register(name), error: errorOf(name) }),
    fileField: (name) => ({
      name,
      value: form.watch(name),
      onChange: (file) =>
        form.setValue(name, file as PathValue<z.input<S>, typeof name>, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        }),
      error: errorOf(name),
    }),
  }
}

function resolverOf<S extends FormSchema>(schema: S): Resolver<z.input<S>, unknown, z.output<S>> {
  return async (values) => {
    const result = await schema.safeParseAsync(values)
    if (result.success) return { values: result.data, errors: {} }
    const errors = Object.entries(fieldErrorsOf(result.error)).map(([name, message]) => [
      name,
      { type: 'rule', message },
    ])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}
