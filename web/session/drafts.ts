import { clearPaymentSession } from './payment-session.ts'

/** Drafts hold personal data: they live in this tab only, and go at logout, at submission, and when another person signs in. */
const prefix = 'draft:'
const ownerKey = 'draft-owner'

/** Files cannot be kept; they must be chosen again. */
export function saveDraft(name: string, values: object) {
  const kept = Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof File)))
  withStorage((store) => store.setItem(prefix + name, JSON.stringify(kept)))
}

export function readDraft<T>(name: string): Partial<T> | undefined {
  const text = withStorage((store) => store.getItem(prefix + name))
  return text ? withStorage(() => JSON.parse(text) as Partial<T>) : undefined
}

export function clearDraft(name: string) {
  withStorage((store) => store.removeItem(prefix + name))
}

/** The values of a payment go with the drafts. */
export function clearDrafts() {
  clearPaymentSession()
  withStorage((store) => {
    for (const key of Object.keys(store)) if (key.startsWith(prefix) || key === ownerKey) store.removeItem(key)
  })
}

/** Somebody was signed in here and did not log out: their session ended. */
export const wasSignedIn = () => withStorage((store) => store.getItem(ownerKey)) != null

/** Whoever signs in after another person finds nothing of theirs. */
export function claimDraftsFor(userID: string) {
  withStorage((store) => {
    const owner = store.getItem(ownerKey)
    if (owner && owner !== userID) clearDrafts()
    if (!owner) clearPaymentSession()
    store.setItem(ownerKey, userID)
  })
}

/** Storage may be full or forbidden; a form works without it. */
function withStorage<T>(work: (store: Storage) => T): T | undefined {
  try {
    return work(sessionStorage)
  } catch {
    return undefined
  }
}
