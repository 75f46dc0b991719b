import { useEffect } from 'react'
import type { DefaultValues, FieldValues, Resolver, ResolverError } from 'react-hook-form'
import { networkFailure, wordsOf } from '#web/api/api-error.ts'
import { type FieldsForm, useFields } from './use-fields.ts'

/** What brings the rules of a form. The same function each time, so that it can be asked for early. */
type Load<In extends FieldValues, Out> = () => Promise<{ resolver: Resolver<In, unknown, Out> }>

/** As `useZodForm`, for pages that strangers see first: the rules come with the first field that is entered, not before the page is seen. */
export function useLateForm<In extends FieldValues, Out>(
  load: Load<In, Out>,
  defaultValues: DefaultValues<In>,
): FieldsForm<In, Out> {
  useEffect(() => {
    const begin = () => void load().catch(() => undefined)
    addEventListener('focusin', begin, { once: true })
    return () => removeEventListener('focusin', begin)
  }, [load])

  return useFields<In, Out>(async (...asked) => {
    const rules = await load().catch(() => undefined)
    return rules ? rules.resolver(...asked) : (unreached as ResolverError<In>)
  }, defaultValues)
}

/** Nothing is sent that could not be looked at, and the form says why. */
const unreached = { values: {}, errors: { form: { type: 'load', message: wordsOf(networkFailure()) } } }
