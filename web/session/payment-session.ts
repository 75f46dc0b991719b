import { withTabStorage } from '#web/core/tab-storage.ts'

/** The details that the success page needs after the card provider may have redirected the browser. Kept in this tab, for one booking. */
export interface PaymentSession {
  paymentMethod: string
  amount?: string
  userEmail?: string
}

const keys = {
  bookingID: 'paymentBookingID',
  paymentMethod: 'paymentMethod',
  amount: 'paymentAmount',
  userEmail: 'userEmail',
} as const
const defaultMethod = 'Credit Card'

interface PaymentToSave {
  bookingID: string
  paymentMethod?: string
  amount: string
  /** If left out, the stored value for this booking stays. */
  userEmail?: string | undefined
}

/** Replaces the last payment's values, so that nothing of another applicant remains. */
export function savePaymentSession({ bookingID, paymentMethod = defaultMethod, amount, userEmail }: PaymentToSave) {
  const email = userEmail || readPaymentSession(bookingID).userEmail
  clearPaymentSession()
  withTabStorage((store) => {
    store.setItem(keys.bookingID, bookingID)
    store.setItem(keys.paymentMethod, paymentMethod)
    store.setItem(keys.amount, amount)
    if (email) store.setItem(keys.userEmail, email)
  })
}

/** Returns only the default method if the stored values are for another booking. */
export function readPaymentSession(bookingID: string): PaymentSession {
  const read = (key: string) => withTabStorage((store) => store.getItem(key)) ?? undefined
  if (read(keys.bookingID) !== bookingID) return { paymentMethod: defaultMethod }
  const amount = read(keys.amount)
  const userEmail = read(keys.userEmail)
  return {
    paymentMethod: read(keys.paymentMethod) ?? defaultMethod,
    ...(amount !== undefined && { amount }),
    ...(userEmail !== undefined && { userEmail }),
  }
}

/** Called after payment, at logout and when another user signs in, because the values include an email address. */
export function clearPaymentSession() {
  withTabStorage((store) => {
    for (const key of Object.values(keys)) store.removeItem(key)
  })
}
