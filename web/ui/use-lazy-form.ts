import { useEffect } from 'react'
import type { DefaultValues, FieldValues, Resolver, ResolverError } from 'react-hook-form'
import { toErrorMessage } from '#web/api/api-error.ts'
import { type FieldsForm, useFields } from './use-fields.ts'

/** What brings the rules of a form. The same function each time, so that it can be asked for early. */
type Load<In extends FieldValues, Out> = () => Promise<{ resolver: Resolver<In, unknown, Out> }>

/** As `useZodForm`, for pages that strangers see first: the rules come with the first field that is entered, not before the page is seen. */
export function useLazyForm<In extends FieldValues, Out>(
  load: Load<In, Out>,
  defaultValues: DefaultValues<In>,
): FieldsForm<In, Out> {
  useEffect(() => {
    const begin = () => void load().catch(() => undefined)
    addEventListener('focusin', begin, { once: true })
    return () => removeEventListener('focusin', begin)
  }, [load])

  return useFields<In, Out>(async (...asked) => {
    try {
      const { resolver } = await load()
      return await resolver(...asked)
    } catch (error) {
      return notChecked(error) as ResolverError<In>
    }
  }, defaultValues)
}

/** Without its rules the form sends nothing, and says why. */
const notChecked = (error: unknown) => ({
  values: {},
  errors: { form: { type: 'load', message: toErrorMessage(error) } },
})
