import type { AuditAction } from '#contract/audit/api.ts'
import { formatAmount, toAmount } from '#contract/money.ts'

/** The label of each audit action, in the order of the filter. */
export const actionLabels: Record<AuditAction, string> = {
  login: 'Logged in',
  'login.failed': 'Log-in failed',
  'login.code_failed': 'Wrong 6-digit code',
  logout: 'Logged out',
  register: 'Registered',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset',
  'account.edited': 'Account edited',
  'account.created': 'Account created',
  'role.changed': 'Role changed',
  'two_factor.set_up': 'Two factors set up',
  'two_factor.reset': 'Two factors reset',
  'two_factor.recovery_used': 'Recovery code used',
  'two_factor.recovery_renewed': 'Recovery codes renewed',
  'niche.overridden': 'Niche overridden',
  'booking.submit': 'Booking submitted',
  'booking.amend': 'Booking amended',
  'booking.account_confirmed': 'Account with another e-mail confirmed',
  'booking.pay': 'Booking paid',
  'booking.finalise': 'Booking paid at the counter',
  'booking.cancel': 'Booking cancelled',
  'booking.expire': 'Time to pay ended',
  'booking.retake': 'Niche taken again',
  'booking.approve': 'Booking approved',
  'booking.confirm': 'Pre-order confirmed',
  'booking.requestUrn': 'Urn placement requested',
  'booking.deny': 'Booking denied',
  'booking.archive': 'Booking archived',
  'booking.release': 'Booking released',
  'booking.reopen': 'Booking reopened',
  'payment.recorded': 'Payment recorded',
  'payment.refund_begun': 'Refund begun',
  'payment.refunded': 'Refunded',
  'payment.late': 'Payment came late',
  'lookup.nric': 'NRIC looked up',
  'lookup.user': 'Person looked up',
  'certificate.viewed': 'Certificate viewed',
  export: 'List exported',
  'keys.rotated': 'Keys rotated',
}

export const actionLabel = (action: string): string => actionLabels[action as AuditAction] ?? action

/** For example `reason: moved; new status: Blocked; amount: SGD 3,700.00`. */
export const formatDetails = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .filter(([, value]) => value !== '' && value !== null)
    .map(([name, value]) =>
      name === 'amountCents' ? amountOf(Number(value)) : `${labelOf(name)}: ${formatValue(value)}`,
    )
    .join('; ')

const amountOf = (cents: number) => `amount: ${formatAmount(toAmount(cents))}`

/** `paymentID` becomes `payment ID`. */
const labelOf = (name: string) => name.replaceAll(/([a-z])([A-Z]+)/g, (_, end, start) => `${end} ${lower(start)}`)
const lower = (word: string) => (word.length > 1 ? word : word.toLowerCase())

const formatValue = (value: unknown) =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value)
