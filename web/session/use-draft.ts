import { useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FieldsForm } from '#web/ui/use-fields.ts'
import { saveDraft } from './drafts.ts'

/**
 * Keeps what is typed for as long as the tab lives. The form begins with it again by its defaults,
 * `useZodForm(schema, { ...defaults, ...readDraft(name) })`, and lets go of it by `clearDraft(name)` once it is sent.
 * Secrets are named in `except`, a constant, and never kept.
 */
export function useDraft<In extends FieldValues, Out>(
  name: string,
  form: FieldsForm<In, Out>,
  except: readonly (keyof In)[] = nothing,
) {
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(name, without(values, except)),
      }),
    [name, subscribe, except],
  )
}

const nothing: readonly never[] = []

const without = <T extends object>(values: T, except: readonly (keyof T)[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !except.some((each) => each === name)))
