import { useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FieldsForm } from '#web/ui/form/use-fields.ts'
import { saveDraft } from './drafts.ts'

/**
 * Keeps what is typed in this tab. Start the form with `useZodForm(schema, { ...defaults, ...readDraft(name) })`,
 * and call `clearDraft(name)` once it is sent. `except` names secrets that are never stored; it must be a constant.
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
