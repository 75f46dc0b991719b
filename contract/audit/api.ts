import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { get } from '../endpoint.ts'
import { auditActions } from './audit-actions.ts'

export const AuditEntry = z.object({
  id: z.int(),
  at: z.string(),
  actorID: z.string().nullable(),
  actorName: z.string(),
  action: z.string(),
  subject: z.string(),
  /** If the person still has an account. */
  actorEmail: z.string().nullable(),
  /** The booking or niche that the entry is about; of a booking also its niche. */
  bookingID: z.string().nullable(),
  nicheCode: z.string().nullable(),
  /** Whom the entry is about. */
  people: z.array(z.object({ fullName: z.string(), email: z.string() })),
  details: z.record(z.string(), z.unknown()),
  /** Where the request came from; null for what Columba did by itself, and in entries of earlier versions. */
  address: z.string().nullable(),
  session: z.string().nullable(),
  requestID: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const day = z.string().refine(isIsoDay, 'Please choose a date.').optional()

export const auditApi = {
  list: get('/api/audit', {
    roles: ['admin'],
    summary: 'Audit entries, newest first',
    query: z.object({
      cursor: z.coerce.number().int().positive().optional(),
      /** Who did it, or whom it is about. */
      person: z.string().trim().max(200).optional(),
      /** The earlier name of `person`. */
      actor: z.string().trim().max(200).optional(),
      action: z.enum(auditActions).optional(),
      /** A booking ID, with its urn, or the tag of an urn. */
      booking: z.string().trim().toUpperCase().max(60).optional(),
      /** A niche code: entries on the niche, its bookings, urns and prices. */
      niche: z.string().trim().toUpperCase().max(60).optional(),
      from: day,
      to: day,
    }),
    reply: z.object({ entries: z.array(AuditEntry), next: z.string().nullable() }),
  }),
  head: get('/api/audit/head', {
    roles: ['admin'],
    summary: 'The newest hash of the audit log, as NUMBER:HASH',
    reply: z.object({ head: z.string() }),
  }),
} as const
