/** What the step that finalises a payment finds again, in this tab, after the card provider may have sent the browser round. */
export interface PaymentSession {
  paymentMethod: string
  amount: string
  userEmail: string
}

const keys = { paymentMethod: 'paymentMethod', amount: 'paymentAmount', userEmail: 'userEmail' } as const
const defaultMethod = 'Credit Card'

export function keepPaymentSession({ paymentMethod = defaultMethod, amount, userEmail }: Partial<PaymentSession>) {
  attempt((store) => {
    store.setItem(keys.paymentMethod, paymentMethod)
    if (amount !== undefined) store.setItem(keys.amount, amount)
    if (userEmail !== undefined) store.setItem(keys.userEmail, userEmail)
  })
}

export const readPaymentSession = (): { paymentMethod: string; amount?: string; userEmail?: string } => {
  const read = (key: string) => attempt((store) => store.getItem(key)) ?? undefined
  const amount = read(keys.amount)
  const userEmail = read(keys.userEmail)
  return {
    paymentMethod: read(keys.paymentMethod) ?? defaultMethod,
    ...(amount !== undefined && { amount }),
    ...(userEmail !== undefined && { userEmail }),
  }
}

/** An e-mail address has no business in the tab once the payment is done. */
export function forgetPaymentSession() {
  attempt((store) => {
    for (const key of Object.values(keys)) store.removeItem(key)
  })
}

/** Storage may be forbidden; the server knows the amount and the address by itself. */
function attempt<T>(work: (store: Storage) => T): T | undefined {
  try {
    return work(sessionStorage)
  } catch {
    return undefined
  }
}
