import type { bookingEvents } from '../bookings/transitions.ts'

type BookingAction = `booking.${(typeof bookingEvents)[number]}`

/** Every kind of audit entry with its label, in the order in which the filter lists them. */
export const auditLabels = {
  login: 'Logged in',
  'login.failed': 'Log-in failed',
  'login.code_failed': 'Wrong 6-digit code',
  logout: 'Logged out',
  register: 'Registered',
  'registration.removed': 'Unfinished registration removed',
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
  'booking.requestCertificate': 'Certificate requested',
  'booking.sendCertificate': 'Certificate sent',
  'payment.recorded': 'Payment recorded',
  'payment.refund_begun': 'Refund begun',
  'payment.refunded': 'Refunded',
  'payment.late': 'Payment came late',
  'lookup.nric': 'NRIC looked up',
  'lookup.user': 'Person looked up',
  'lookup.search': 'Quick find used',
  'certificate.viewed': 'Certificate viewed',
  'certificate.deleted': 'Certificate deleted',
  export: 'List exported',
  'keys.rotated': 'Keys rotated',
} as const satisfies Record<string, string> & Record<BookingAction, string>

export type AuditAction = keyof typeof auditLabels
export const auditActions = Object.keys(auditLabels) as AuditAction[]
