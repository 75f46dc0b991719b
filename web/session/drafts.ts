import { useEffect } from 'react'
import type { FieldValues } from 'react-hook-form'
import { withTabStorage } from '#web/core/tab-storage.ts'
import type { FieldsForm } from '#web/ui/form/use-fields.ts'
import { clearPaymentSession } from './payment-session.ts'

/** Drafts hold personal data: they stay in this tab and are removed at logout, on submission and when another user signs in. */
const prefix = 'draft:'
const ownerKey = 'draft-owner'

/** Files cannot be stored; they must be chosen again. */
export function saveDraft(name: string, values: object) {
  const storable = Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof File)))
  withTabStorage((store) => store.setItem(prefix + name, JSON.stringify(storable)))
}

export function readDraft<T>(name: string): Partial<T> | undefined {
  const text = withTabStorage((store) => store.getItem(prefix + name))
  return text ? withTabStorage(() => JSON.parse(text) as Partial<T>) : undefined
}

export function clearDraft(name: string) {
  withTabStorage((store) => store.removeItem(prefix + name))
}

/** Removes the values of a payment, too. */
export function clearDrafts() {
  clearPaymentSession()
  withTabStorage((store) => {
    for (const key of Object.keys(store)) if (key.startsWith(prefix) || key === ownerKey) store.removeItem(key)
  })
}

/** Somebody was signed in and did not log out: their session has expired. */
export const wasSignedIn = () => withTabStorage((store) => store.getItem(ownerKey)) != null

/** Removes the drafts of a previous user. */
export function claimDraftsFor(userID: string) {
  withTabStorage((store) => {
    const owner = store.getItem(ownerKey)
    if (owner && owner !== userID) clearDrafts()
    if (!owner) clearPaymentSession()
    store.setItem(ownerKey, userID)
  })
}

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
