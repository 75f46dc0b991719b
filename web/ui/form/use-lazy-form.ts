import { useEffect } from 'react'
import type { DefaultValues, FieldValues, Resolver, ResolverError } from 'react-hook-form'
import { toErrorMessage } from '#web/api/api-error.ts'
import { type FieldsForm, useFields } from '#web/ui/form/use-fields.ts'

/** Loads the validation of a form. Must be the same function at each render. */
type Load<In extends FieldValues, Out> = () => Promise<{ resolver: Resolver<In, unknown, Out> }>

/** Does the same as `useZodForm`, for public pages: validation is loaded when the first field gets focus, not with the page. */
export function useLazyForm<In extends FieldValues, Out>(
  load: Load<In, Out>,
  defaultValues: DefaultValues<In>,
): FieldsForm<In, Out> {
  useEffect(() => {
    const preload = () => void load().catch(() => undefined)
    addEventListener('focusin', preload, { once: true })
    return () => removeEventListener('focusin', preload)
  }, [load])

  return useFields<In, Out>(async (...args) => {
    try {
      const { resolver } = await load()
      return await resolver(...args)
    } catch (error) {
      return notChecked(error) as ResolverError<In>
    }
  }, defaultValues)
}

/** If validation could not be loaded, the form is not sent and shows why. */
const notChecked = (error: unknown) => ({
  values: {},
  errors: { form: { type: 'load', message: toErrorMessage(error) } },
})
