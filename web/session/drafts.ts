import { clearPaymentSession } from './payment-session.ts'

/** Drafts hold personal data: they stay in this tab and are removed at logout, on submission and when another user signs in. */
const prefix = 'draft:'
const ownerKey = 'draft-owner'

/** Files cannot be stored; they must be chosen again. */
export function saveDraft(name: string, values: object) {
  const storable = Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof File)))
  withStorage((store) => store.setItem(prefix + name, JSON.stringify(storable)))
}

export function readDraft<T>(name: string): Partial<T> | undefined {
  const text = withStorage((store) => store.getItem(prefix + name))
  return text ? withStorage(() => JSON.parse(text) as Partial<T>) : undefined
}

export function clearDraft(name: string) {
  withStorage((store) => store.removeItem(prefix + name))
}

/** Also removes the values of a payment. */
export function clearDrafts() {
  clearPaymentSession()
  withStorage((store) => {
    for (const key of Object.keys(store)) if (key.startsWith(prefix) || key === ownerKey) store.removeItem(key)
  })
}

/** Somebody was signed in and did not log out: their session has expired. */
export const wasSignedIn = () => withStorage((store) => store.getItem(ownerKey)) != null

/** Removes the drafts of a previous user. */
export function claimDraftsFor(userID: string) {
  withStorage((store) => {
    const owner = store.getItem(ownerKey)
    if (owner && owner !== userID) clearDrafts()
    if (!owner) clearPaymentSession()
    store.setItem(ownerKey, userID)
  })
}

/** Storage may be full or blocked; forms work without it. */
function withStorage<T>(work: (store: Storage) => T): T | undefined {
  try {
    return work(sessionStorage)
  } catch {
    return undefined
  }
}
