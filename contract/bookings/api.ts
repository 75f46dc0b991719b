import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nicheStatuses } from '../niches/niche.ts'
import { paymentMethods, paymentStatuses } from '../payments/payment.ts'
import { pageQuery, required, Success, uuid } from '../schema-parts.ts'
import { bookingID, bookingStatuses, bookingTypes, bookingVersion, seenVersion } from './booking.ts'
import { bookingEvents } from './transitions.ts'

/** Which files the certificates are, without sending them: the SHA-256 of each, in hex. */
const certificateSums = { birthCertSha256: z.string().nullable(), deathCertSha256: z.string().nullable() }

/** A booking as its owner sees it; what follows `bookingType` spares the list a call for each row. */
export const OwnBooking = z.object({
  bookingID: z.string(),
  version: bookingVersion,
  userID: z.string(),
  nicheID: z.string(),
  beneficiaryID: z.string(),
  paymentID: z.string(),
  bookingStatus: z.enum(bookingStatuses),
  bookingType: z.enum(bookingTypes),
  createdAt: z.string(),
  nicheCode: z.string(),
  nicheRow: z.int(),
  nicheColumn: z.int(),
  blockID: z.string(),
  blockName: z.string(),
  buildingName: z.string(),
  beneficiaryName: z.string(),
  dateOfBirth: z.string(),
  dateOfDeath: z.string().nullable(),
  relationshipWithApplicant: z.string(),
  inscription: z.string(),
  ...certificateSums,
  paymentAmount: z.string(),
  paymentMethod: z.enum(paymentMethods),
  paymentStatus: z.enum(paymentStatuses),
  paymentDate: z.string(),
  /** Until when an unpaid booking keeps its niche. */
  holdExpiresAt: z.string().nullable(),
  urnRequested: z.boolean(),
  madeBy: z.enum(['user', 'staff']),
})
export type OwnBooking = z.infer<typeof OwnBooking>

export const Beneficiary = z.object({
  beneficiaryID: z.string(),
  beneficiaryName: z.string(),
  dateOfBirth: z.string(),
  dateOfDeath: z.string().nullable(),
})
export type Beneficiary = z.infer<typeof Beneficiary>

/** A row of the staff's lists: search by number, and the pending queue. */
export const BookingRow = z.object({
  id: z.string(),
  bookingID: z.string(),
  version: bookingVersion,
  bookingStatus: z.enum(bookingStatuses),
  bookingType: z.enum(bookingTypes),
  customerName: z.string(),
  service: z.enum(['Niche booking', 'Urn placement']),
  /** When it was submitted, in Singapore. */
  date: z.string(),
  time: z.string(),
  createdAt: z.string(),
  /** The submission, or the urn request that came after it. */
  waitingSince: z.string(),
  nicheID: z.string(),
  nicheCode: z.string(),
  nicheStatus: z.enum(nicheStatuses),
  beneficiaryName: z.string(),
  paymentAmount: z.string(),
  paymentMethod: z.enum(paymentMethods),
  paymentStatus: z.enum(paymentStatuses),
  urnRequested: z.boolean(),
  madeBy: z.enum(['user', 'staff']),
})
export type BookingRow = z.infer<typeof BookingRow>

export const BookingHistoryEntry = z.object({
  at: z.string(),
  event: z.enum(bookingEvents),
  actorName: z.string(),
  reason: z.string(),
})
export type BookingHistoryEntry = z.infer<typeof BookingHistoryEntry>

const certificate = { base64: z.string().nullable(), mime: z.string().nullable() }

export const ApprovalDetail = z.object({
  bookingID: z.string(),
  version: bookingVersion,
  bookingStatus: z.enum(bookingStatuses),
  bookingType: z.enum(bookingTypes),
  userID: z.string(),
  customerName: z.string(),
  nicheID: z.string(),
  nicheCode: z.string(),
  nicheStatus: z.enum(nicheStatuses),
  paymentID: z.string(),
  paymentAmount: z.string(),
  paymentMethod: z.enum(paymentMethods),
  paymentStatus: z.enum(paymentStatuses),
  paymentDate: z.string(),
  deathCertBase64: certificate.base64,
  deathCertMime: certificate.mime,
  birthCertBase64: certificate.base64,
  birthCertMime: certificate.mime,
  ...certificateSums,
  beneficiaryName: z.string(),
  dateOfBirth: z.string(),
  dateOfDeath: z.string().nullable(),
  relationshipWithApplicant: z.string(),
  inscription: z.string(),
  email: z.string(),
  contactNumber: z.string(),
  remarks: z.string(),
  createdAt: z.string(),
  madeBy: z.enum(['user', 'staff']),
  holdExpiresAt: z.string().nullable(),
  /** The open urn request, whose details become the beneficiary's when it is approved. */
  urnRequest: z.object({ dateOfDeath: z.string(), inscription: z.string(), requestedAt: z.string() }).nullable(),
  history: z.array(BookingHistoryEntry),
  /** Other active bookings for someone of the same name. */
  namesakes: z.array(z.object({ bookingID: z.string(), nicheCode: z.string(), dateOfBirth: z.string() })),
})
export type ApprovalDetail = z.infer<typeof ApprovalDetail>

const bookingRef = z.object({ bookingID })
const seen = bookingRef.extend({ version: seenVersion })
/** The `nicheID` that spec'd clients send along is a hint: the booking knows its own. */
const decisionBody = seen.extend({
  nicheID: z.string().max(60).optional(),
  bookingType: z.string().max(20).optional(),
})
const reasonBody = seen.extend({ reason: required('Please give a reason.', 500) })
/** What the caller saw keeps a call that is sent again from taking back the decision before as well. */
const reopenBody = reasonBody.extend({ bookingType: z.enum(bookingTypes).optional() })

export const SubmittedBooking = z.object({
  success: z.literal(true),
  bookingID: z.string(),
  paymentID: z.string(),
  amount: z.string(),
  holdExpiresAt: z.string(),
  /** The account that the booking is for, which may have just been made. */
  userID: z.string(),
  email: z.string(),
})
export type SubmittedBooking = z.infer<typeof SubmittedBooking>

export const bookingApi = {
  ofUser: endpoint({
    method: 'GET',
    path: '/api/booking/getBookingByUserID',
    roles: ['user', 'staff', 'admin'],
    summary: 'The bookings of one person, newest first',
    query: z.object({ userID: uuid }),
    reply: z.array(OwnBooking),
  }),
  byID: endpoint({
    method: 'GET',
    path: '/api/booking/getBookingByBookingID',
    roles: ['user', 'staff', 'admin'],
    summary: 'One booking, as a list of one',
    query: z.object({ bookingID: z.string().max(60) }),
    reply: z.array(OwnBooking),
  }),
  beneficiary: endpoint({
    method: 'GET',
    path: '/api/beneficiary/getBeneficiaryByID',
    roles: ['user', 'staff', 'admin'],
    summary: 'One beneficiary',
    query: z.object({ beneficiaryID: uuid }),
    reply: Beneficiary,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/api/booking/submitBooking',
    roles: ['user', 'staff'],
    summary: 'Book a niche',
    body: z.record(z.string(), z.unknown()),
    files: ['birthCertFile', 'deathCertFile'],
    reply: SubmittedBooking,
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/booking/search',
    roles: ['staff'],
    summary: 'The bookings behind a contact number',
    query: z.object({
      query: z
        .string('Please provide a valid 8-digit contact number.')
        .regex(/^\d{8}$/, 'Please provide a valid 8-digit contact number.'),
    }),
    reply: z.array(BookingRow),
  }),
  pending: endpoint({
    method: 'GET',
    path: '/api/booking/pending',
    roles: ['staff'],
    summary: 'What waits for a decision, oldest first',
    query: pageQuery.extend({ kind: z.enum(['Current', 'PreOrder', 'Urn']).optional() }),
    reply: z.array(BookingRow),
  }),
  approval: endpoint({
    method: 'GET',
    path: '/api/booking/approval/:bookingID',
    roles: ['staff'],
    summary: 'All that a decision needs',
    params: z.object({ bookingID: z.string().max(60) }),
    reply: ApprovalDetail,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/booking/approve',
    roles: ['staff'],
    summary: 'Approve a booking or an urn request',
    body: decisionBody,
    reply: Success,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/booking/confirm',
    roles: ['staff'],
    summary: 'Confirm a pre-order for the future',
    body: seen,
    reply: Success,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/booking/archive',
    roles: ['staff'],
    summary: 'Archive a booking and free its niche',
    body: decisionBody,
    reply: Success,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/booking/cancel',
    roles: ['user', 'staff'],
    summary: 'Cancel an unpaid booking',
    body: bookingRef,
    reply: Success,
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/booking/release',
    roles: ['staff'],
    summary: 'Release a confirmed pre-order',
    body: reasonBody,
    reply: Success,
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/api/booking/reopen',
    roles: ['staff'],
    summary: 'Take back an approval or an archiving',
    body: reopenBody,
    reply: Success,
  }),
  placeUrn: endpoint({
    method: 'POST',
    path: '/api/booking/place-urn',
    roles: ['user'],
    summary: 'Ask for the urn to be placed',
    body: z.record(z.string(), z.unknown()),
    files: ['deathCertFile'],
    reply: Success,
  }),
  deny: endpoint({
    method: 'POST',
    path: '/api/email/sendDeniedRequest',
    roles: ['staff'],
    summary: 'Deny a booking or an urn request, and say why',
    body: z.object({
      to: z
        .string()
        .trim()
        .toLowerCase()
        .max(200)
        .refine((to) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(to), 'Invalid email'),
      reason: required('Please provide a reason for denial.', 500),
      bookingID: bookingID.optional(),
      version: seenVersion,
    }),
    reply: Success,
  }),
} as const
