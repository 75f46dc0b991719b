import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { endpoint } from '../endpoint.ts'

/** All kinds of audit entries, in the order in which the filter lists them. */
export const auditActions = [
  'login',
  'login.failed',
  'login.code_failed',
  'logout',
  'register',
  'password.changed',
  'password.reset',
  'account.edited',
  'account.created',
  'role.changed',
  'two_factor.set_up',
  'two_factor.reset',
  'two_factor.recovery_used',
  'two_factor.recovery_renewed',
  'niche.overridden',
  'booking.submit',
  'booking.amend',
  'booking.account_confirmed',
  'booking.pay',
  'booking.finalise',
  'booking.cancel',
  'booking.expire',
  'booking.retake',
  'booking.approve',
  'booking.confirm',
  'booking.requestUrn',
  'booking.deny',
  'booking.archive',
  'booking.release',
  'booking.reopen',
  'payment.recorded',
  'payment.refund_begun',
  'payment.refunded',
  'payment.late',
  'lookup.nric',
  'lookup.user',
  'certificate.viewed',
  'export',
  'keys.rotated',
] as const
export type AuditAction = (typeof auditActions)[number]

export const AuditEntry = z.object({
  id: z.int(),
  at: z.string(),
  actorID: z.string().nullable(),
  actorName: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const day = z.string().refine(isIsoDay, 'Please choose a date.').optional()

export const auditApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/audit',
    roles: ['admin'],
    summary: 'Audit entries, newest first',
    query: z.object({
      cursor: z.coerce.number().int().positive().optional(),
      actor: z.string().trim().max(100).optional(),
      action: z.enum(auditActions).optional(),
      booking: z.string().trim().max(60).optional(),
      from: day,
      to: day,
    }),
    reply: z.object({ entries: z.array(AuditEntry), next: z.string().nullable() }),
  }),
} as const
