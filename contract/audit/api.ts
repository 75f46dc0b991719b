import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { callsBelow } from '../endpoint.ts'
import { readKinds } from '../recorded-reads.ts'
import { instant, uuid } from '../schema-parts.ts'
import { auditActions } from './audit-actions.ts'

export const AuditEntry = z.object({
  id: z.int(),
  at: instant,
  actorID: z.string().nullable(),
  actorName: z.string(),
  action: z.string(),
  subject: z.string(),
  /** The email address of the person, if they still have an account. */
  actorEmail: z.string().nullable(),
  /** The booking or niche that the entry is about; of a booking or a right also its niche. */
  bookingID: z.string().nullable(),
  nicheCode: z.string().nullable(),
  /** The name of what else the entry is about: the number of a right, also for a claim to it, the name of a hall and so on. */
  about: z.string().nullable(),
  /** The people whom the entry is about. */
  people: z.array(z.object({ fullName: z.string(), email: z.string() })),
  details: z.record(z.string(), z.unknown()),
  /** Where the request came from; null for what Columba did by itself, and in entries of earlier versions. */
  address: z.string().nullable(),
  session: z.string().nullable(),
  requestID: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What one person read about one subject within an hour. */
export const StaffRead = z.object({
  readerID: z.string(),
  readerName: z.string(),
  kind: z.enum(readKinds),
  /** A booking, an urn, a beneficiary or an account; empty for a list. */
  subject: z.string(),
  /** The name of whom it is about; empty if that is not known. */
  about: z.string(),
  times: z.int(),
  lastAt: instant,
})
export type StaffRead = z.infer<typeof StaffRead>

const day = z.string().refine(isIsoDay, 'Please choose a date.').optional()

const { admins } = callsBelow('/api/audit')

export const auditApi = {
  list: admins.get('/api/audit', 'Audit entries, newest first', {
    query: z.object({
      /** An empty cursor begins with the newest entry. */
      cursor: z.preprocess((text) => text || undefined, z.coerce.number().int().positive().optional()),
      /** The person who did it, or whom it is about. */
      person: z.string().trim().max(200).optional(),
      /** The earlier name of `person`. */
      actor: z.string().trim().max(200).optional(),
      action: z.enum(auditActions).optional(),
      /** A booking ID, with its urn, the tag of an urn, or the name of whom they are for. */
      booking: z.string().trim().toUpperCase().max(200).optional(),
      /** A niche code: entries on the niche, its bookings, urns and prices. */
      niche: z.string().trim().toUpperCase().max(60).optional(),
      from: day,
      to: day,
    }),
    reply: z.object({ entries: z.array(AuditEntry), next: z.string().nullable() }),
  }),
  reads: admins.get(
    'reads',
    'What staff have read about people, newest first: one row for each person, hour and subject',
    {
      query: z.object({
        reader: uuid.optional(),
        /** A booking ID, the tag of an urn, or the ID of a beneficiary or an account. */
        subject: z.string().trim().max(60).optional(),
        before: z.iso.datetime().optional(),
      }),
      reply: z.object({ reads: z.array(StaffRead), next: instant.nullable() }),
    },
  ),
  head: admins.get('head', 'The newest hash of the audit log, as NUMBER:HASH', {
    reply: z.object({ head: z.string() }),
  }),
} as const
