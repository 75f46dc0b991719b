import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'

export interface FieldsForm<In extends FieldValues, Out> extends UseFormReturn<In, unknown, Out> {
  /** Props of a text, date or select field: `<TextField label="Email" {...form.field('email')} />`. */
  field: (name: Path<In>) => ReturnType<UseFormReturn<In>['register']> & { error: string | undefined }
  /** Props of a `CertificateField`. */
  fileField: (name: Path<In>) => {
    name: string
    value: File | undefined
    onChange: (file: File | undefined) => void
    error: string | undefined
  }
}

/** A form that hands each field its props, whatever resolver validates it. */
export function useFields<In extends FieldValues, Out>(
  resolver: Resolver<In, unknown, Out>,
  defaultValues: DefaultValues<In>,
): FieldsForm<In, Out> {
  const form = useForm<In, unknown, Out>({ resolver, defaultValues })
  const errorOf = (name: Path<In>) => form.getFieldState(name, form.formState).error?.message

  return {
    ...form,
    field: (name) => ({ ...form.register(name), error: errorOf(name) }),
    fileField: (name) => ({
      name,
      value: form.watch(name),
      onChange: (file) =>
        form.setValue(name, file as PathValue<In, typeof name>, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        }),
      error: errorOf(name),
    }),
  }
}
