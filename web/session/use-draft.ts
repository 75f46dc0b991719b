import { useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ZodForm } from '#web/ui/use-zod-form.ts'
import { saveDraft } from './drafts.ts'

/**
 * Keeps what is typed for as long as the tab lives. The form begins with it again by its defaults,
 * `useZodForm(schema, { ...defaults, ...readDraft(name) })`, and lets go of it by `forgetDraft(name)` once it is sent.
 */
export function useDraft<In extends FieldValues, Out>(name: string, form: ZodForm<In, Out>) {
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(name, values) }),
    [name, subscribe],
  )
}
