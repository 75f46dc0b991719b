import { z } from 'zod'
import { isIsoDay } from '../dates.ts'
import { callsBelow, type FormOptions } from '../endpoint.ts'
import { codeAndPlace, nicheStatuses } from '../niches/niche.ts'
import { paymentMethods, paymentStatuses } from '../payments/payment.ts'
import { HolderPlaced } from '../rights/holder.ts'
import { OpenRight, Term } from '../rights/right.ts'
import {
  blockID,
  bookingID,
  bookingRef,
  bookingVersion,
  instant,
  nricPattern,
  pageQuery,
  reason,
  required,
  Success,
  seenVersion,
  uuid,
} from '../schema-parts.ts'
import { languageNames } from '../words/languages.ts'
import { ApplicationForm, applicationFiles, beneficiaryReplies } from './application-form.ts'
import { bookingMakers, bookingState, bookingTypes, endingEvents, relationships } from './booking.ts'
import { CertificateRequest, CertificateRequestForm, sentCertificateFiles } from './certificate-request.ts'
import { bookingEvents } from './transitions.ts'

/** The urn request of a pre-order. */
const UrnRequestForm = ({ today }: FormOptions) =>
  z.object({
    bookingID,
    /** Clients send these as the specification says, but the server takes both from the booking. */
    nicheID: z.string().optional(),
    beneficiaryID: z.string().optional(),
    dateOfDeath: z
      .string('Date of death is required')
      .trim()
      .refine(isIsoDay, { error: 'Date of death is required', abort: true })
      .refine((day) => day <= today, 'Date of death cannot be in the future'),
    inscription: z.string().trim().max(500, 'Inscription is at most 500 characters').default(''),
  })

const urnRequestFiles = { deathCertFile: { missing: 'Please upload a certificate' } }

/** The SHA-256 of each certificate in hex: identifies the files without sending them. */
const certificateSums = { birthCertSha256: z.string().nullable(), deathCertSha256: z.string().nullable() }

/** Null for a booking from a register, which has no payment. */
const paymentFields = {
  paymentAmount: z.string().nullable(),
  paymentMethod: z.enum(paymentMethods).nullable(),
  paymentStatus: z.enum(paymentStatuses).nullable(),
}
const paymentOfBooking = { paymentID: z.string().nullable(), ...paymentFields, paymentDate: instant.nullable() }

/** Dates are a year, a month or a day; what the register does not say is empty. */
export const RegisterEntry = z.object({
  holderName: z.string(),
  holderContact: z.string(),
  holderEmail: z.string(),
  bookedOn: z.string(),
  reference: z.string(),
  deed: z.string(),
  /** The first and last day of the right to the niche, as far as they are known. */
  rightFrom: z.string(),
  rightUntil: z.string(),
  receiptNo: z.string(),
  /** Staff have linked the booking to the applicant's account, after seeing these papers. */
  linkedPapers: z.string().nullable(),
})
export type RegisterEntry = z.infer<typeof RegisterEntry>

/** The tag of its urn, if that is in the niche now. */
const placedUrn = z.string().nullable()

/** Somebody else who has a place in the same niche. */
export const PersonInNiche = z.object({
  bookingID: z.string(),
  beneficiaryName: beneficiaryReplies.beneficiaryName,
  placedUrn,
  ...bookingState,
})
export type PersonInNiche = z.infer<typeof PersonInNiche>

/** False if the application did not say whether the person has died, and so counts as a pre-order. Asked again before it is paid. */
const typeGiven = z.boolean()

/** A booking as its owner sees it. The fields after `bookingType` save the list one call per row. */
export const OwnBooking = z.object({
  bookingID: z.string(),
  version: bookingVersion,
  /** Null for a booking from a register that was not linked to an account. */
  userID: z.string().nullable(),
  /** The name of the holder, if the reader is the second person of the family, who only chooses the day. */
  actingFor: z.string().nullable(),
  nicheID: z.string(),
  beneficiaryID: z.string(),
  ...paymentOfBooking,
  ...bookingState,
  createdAt: instant,
  /** When staff last found the certificates right; null while the booking is not confirmed, and for one from a register. */
  approvedAt: instant.nullable(),
  ...codeAndPlace,
  half: z.string(),
  blockID: z.string(),
  blockName: z.string(),
  levelNumber: z.int(),
  buildingName: z.string(),
  ...beneficiaryReplies,
  ...certificateSums,
  typeGiven,
  /** The right to the niche, while the booking holds it. */
  right: OpenRight.nullable(),
  /** The time until which an unpaid booking keeps its niche. */
  holdExpiresAt: instant.nullable(),
  /** Another person can be placed beside this one. */
  roomLeft: z.boolean(),
  /** The family has another active booking of the niche, so it keeps the niche if this one ends. */
  sharesNiche: z.boolean(),
  urnRequested: z.boolean(),
  certificateAsked: z.boolean(),
  /** The certificate that staff have asked for, while `certificateAsked`. */
  certificateRequest: CertificateRequest.nullable(),
  /** The last event, if it ended the booking or denied its urn request. */
  ending: z.object({ event: z.enum(endingEvents), reason: z.string() }).nullable(),
  madeBy: z.enum(bookingMakers),
})
export type OwnBooking = z.infer<typeof OwnBooking>

const { beneficiaryName, dateOfBirth, dateOfDeath } = beneficiaryReplies
export const Beneficiary = z.object({ beneficiaryID: z.string(), beneficiaryName, dateOfBirth, dateOfDeath })
export type Beneficiary = z.infer<typeof Beneficiary>

/** A row of the staff lists: search by contact number, and the pending queue. */
export const BookingRow = z.object({
  id: z.string(),
  bookingID: z.string(),
  version: bookingVersion,
  ...bookingState,
  customerName: z.string(),
  service: z.enum(['Niche booking', 'Urn placement']),
  /** Date of submission, Singapore time. */
  date: z.string(),
  time: z.string(),
  createdAt: instant,
  /** When the booking was submitted, or the urn request that followed it. */
  waitingSince: instant,
  nicheID: z.string(),
  nicheCode: z.string(),
  nicheStatus: z.enum(nicheStatuses),
  beneficiaryName,
  ...paymentFields,
  urnRequested: z.boolean(),
  /** The family has been asked for a better certificate. */
  certificateAsked: z.boolean(),
  placedUrn,
  madeBy: z.enum(bookingMakers),
})
export type BookingRow = z.infer<typeof BookingRow>

export const BookingHistoryEntry = z.object({
  at: instant,
  event: z.enum(bookingEvents),
  actorName: z.string(),
  reason: z.string(),
})
export type BookingHistoryEntry = z.infer<typeof BookingHistoryEntry>

const certificate = { base64: z.string().nullable(), mime: z.string().nullable() }

export const ApprovalDetail = z.object({
  bookingID: z.string(),
  version: bookingVersion,
  ...bookingState,
  /** Null, as the email address, for a booking from a register that was not linked to an account. */
  userID: z.string().nullable(),
  customerName: z.string(),
  nicheID: z.string(),
  typeGiven,
  nicheCode: z.string(),
  nicheStatus: z.enum(nicheStatuses),
  /** An archived booking could have its niche, or its place beside the others, again. */
  nicheFree: z.boolean(),
  ...paymentOfBooking,
  deathCertBase64: certificate.base64,
  deathCertMime: certificate.mime,
  birthCertBase64: certificate.base64,
  birthCertMime: certificate.mime,
  ...certificateSums,
  relationshipProofBase64: certificate.base64,
  relationshipProofMime: certificate.mime,
  relationshipProofSha256: z.string().nullable(),
  ...beneficiaryReplies,
  email: z.string().nullable(),
  contactNumber: z.string(),
  /** The language of letters; `null` if the account has chosen none. */
  language: z.enum(languageNames).nullable(),
  /** What the imported register says beyond the booking itself. */
  register: RegisterEntry.nullable(),
  remarks: z.string(),
  createdAt: instant,
  /** When the booking was submitted, or the urn request that followed it. */
  waitingSince: instant,
  madeBy: z.enum(bookingMakers),
  holdExpiresAt: instant.nullable(),
  /** The time until which its denial can be taken back. */
  undoUntil: instant.nullable(),
  /** The open urn request. Approving it copies its details to the beneficiary. */
  urnRequest: z.object({ dateOfDeath: z.string(), inscription: z.string(), requestedAt: instant }).nullable(),
  certificateRequest: CertificateRequest.nullable(),
  placedUrn,
  /** The tag of its urn, if we have it outside a niche. */
  heldUrn: z.string().nullable(),
  /** The relationship of the person to the one beside whom they are placed. */
  besideRelationship: z.enum(relationships).nullable(),
  others: z.array(PersonInNiche),
  holderPlaced: HolderPlaced.nullable(),
  history: z.array(BookingHistoryEntry),
  /** Other active bookings for a beneficiary with the same or nearly the same name. */
  namesakes: z.array(
    z.object({
      bookingID: z.string(),
      beneficiaryName,
      nicheCode: z.string(),
      dateOfBirth: z.string().nullable(),
    }),
  ),
})
export type ApprovalDetail = z.infer<typeof ApprovalDetail>

/** The account is found by the NRIC on the papers, never by a name. */
export const LinkAccountForm = z.object({
  nric: z.string().trim().toUpperCase().regex(nricPattern, 'NRIC format invalid (eg: S1234567A)'),
  papers: required('Please say which papers you have seen.', 200),
  /** The clerk has the card with this NRIC at hand. Not needed if a clerk has seen it before. */
  nricSeen: z.boolean().default(false),
  /** The code from a letter that was sent to the account while the person is at the counter. */
  code: z
    .string('Please enter the code from the letter.')
    .transform((typed) => typed.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Please enter the six digits from the letter.')),
})

/** The account of somebody who may be the holder of a booking from a register, and whether the register says the same. */
const HolderComparison = z.object({
  fullName: z.string(),
  contactNumber: z.string(),
  email: z.string(),
  dateOfBirth: z.string(),
  sameName: z.boolean(),
  sameContact: z.boolean(),
  /** A clerk has seen the card with this NRIC before. */
  nricSeen: z.boolean(),
  /** When the code that is open for this booking and account was sent. */
  codeSentAt: instant.nullable(),
})

const denialReason = required('Please provide a reason for denial.', 500)
const seen = bookingRef.extend({ version: seenVersion })
/** Clients send `nicheID` as the specification says, but the server uses the booking's own niche. */
const decisionBody = seen.extend({
  nicheID: z.string().max(60).optional(),
  bookingType: z.string().max(20).optional(),
})
const reasonBody = seen.extend({ reason })
/** The type that the caller saw: a repeated call must not also undo the decision before. */
const reopenBody = reasonBody.extend({ bookingType: z.enum(bookingTypes).optional() })

export const SubmittedBooking = Success.extend({
  bookingID: z.string(),
  paymentID: z.string(),
  amount: z.string(),
  /** Null when nothing is to be paid. */
  holdExpiresAt: instant.nullable(),
  /** The applicant's account, which this booking may have created. */
  userID: z.string(),
  email: z.string(),
})
export type SubmittedBooking = z.infer<typeof SubmittedBooking>

const { applicants, staff, applicantsAndStaff, staffAndAdmins, allButWitnesses } = callsBelow('/api/booking')

export const bookingApi = {
  ofUser: allButWitnesses.get('getBookingByUserID', 'The bookings of one user, newest first', {
    recordedRead: { kind: 'account', subject: 'userID' },
    query: pageQuery.extend({ userID: uuid }),
    reply: z.array(OwnBooking),
  }),
  byID: allButWitnesses.get('getBookingByBookingID', 'One booking, as a list of one', {
    recordedRead: { kind: 'booking', subject: 'bookingID' },
    query: z.object({ bookingID: z.string().max(60) }),
    reply: z.array(OwnBooking),
  }),
  rightTerm: applicantsAndStaff.get(
    'right-term',
    'How long the right to the niche of a booking lasts, or of one made today',
    {
      query: z.object({ bookingID: bookingID.optional() }),
      /** Null if the booking has ended. */
      reply: z.object({ term: Term.nullable() }),
    },
  ),
  beneficiary: allButWitnesses.get('/api/beneficiary/getBeneficiaryByID', 'One beneficiary', {
    recordedRead: { kind: 'beneficiary', subject: 'beneficiaryID' },
    query: z.object({ beneficiaryID: uuid }),
    reply: Beneficiary,
  }),
  submit: applicantsAndStaff.post('submitBooking', 'Book a niche', {
    body: ApplicationForm,
    files: applicationFiles,
    reply: SubmittedBooking,
  }),
  search: staff.get('search', 'Find bookings by contact number', {
    recordedRead: { kind: 'search' },
    query: pageQuery.extend({
      query: z
        .string('Please provide a valid 8-digit contact number.')
        .regex(/^\d{8}$/, 'Please provide a valid 8-digit contact number.'),
    }),
    reply: z.array(BookingRow),
  }),
  pending: staff.get(
    'pending',
    'All pending bookings, or those of a kind, oldest first; one that waits for a certificate is of that kind only',
    {
      recordedRead: { kind: 'queue' },
      query: pageQuery.extend({ kind: z.enum(['Current', 'PreOrder', 'Urn', 'Certificate']).optional() }),
      reply: z.array(BookingRow),
    },
  ),
  pendingCounts: staff.get('queue-counts', 'How many bookings wait for a decision, by kind', {
    reply: z.object({ Current: z.int(), PreOrder: z.int(), Urn: z.int(), Certificate: z.int() }),
  }),
  inNiche: staffAndAdmins.get('in-niche', 'Everyone who has a place in a niche', {
    recordedRead: { kind: 'niche', subject: 'nicheID' },
    query: z.object({ nicheID: uuid }),
    reply: z.array(PersonInNiche.extend({ roomLeft: z.boolean() })),
  }),
  roomLeft: staff.get('room-left', 'The niches of a block in which another person can be placed, by their IDs', {
    query: z.object({ blockID }),
    reply: z.array(z.string()),
  }),
  approval: staff.get('approval/:bookingID', 'One booking with all details for a decision', {
    recordedRead: { kind: 'booking', subject: 'bookingID' },
    params: z.object({ bookingID: z.string().max(60) }),
    reply: ApprovalDetail,
  }),
  approve: staff.post('approve', 'Approve a booking or an urn request', { body: decisionBody }),
  confirm: staff.post('confirm', 'Confirm a pre-order that stays a pre-order', { body: seen }),
  archive: staff.post('archive', 'Archive a booking and free its place in the niche', { body: decisionBody }),
  cancel: applicantsAndStaff.post('cancel', 'Cancel an unpaid booking', { body: bookingRef }),
  release: staff.post('release', 'Release a confirmed pre-order', { freshFactor: true, body: reasonBody }),
  reopen: staff.post('reopen', 'Undo an approval, confirmation or archiving', { freshFactor: true, body: reopenBody }),
  linkAccount: staff.post(
    'link-account',
    'Link a booking from a register to the account of its holder, with the code from a letter to the account',
    { freshFactor: true, body: LinkAccountForm.extend({ bookingID, version: seenVersion }) },
  ),
  sendLinkCode: staff.post(
    'send-link-code',
    'Send a code to the account with this NRIC, for the holder to read out at the counter',
    { body: bookingRef.extend({ nric: LinkAccountForm.shape.nric }) },
  ),
  compareHolder: staff.post(
    'compare-holder',
    'What the account with this NRIC says about the holder of a booking from a register',
    { body: bookingRef.extend({ nric: LinkAccountForm.shape.nric }), reply: HolderComparison },
  ),
  unlinkAccount: staff.post(
    'unlink-account',
    'Take a booking from a register back from the account that it was linked to',
    { freshFactor: true, body: reasonBody },
  ),
  placeUrn: applicants.post('place-urn', 'Request urn placement', { body: UrnRequestForm, files: urnRequestFiles }),
  requestCertificate: staff.post('request-certificate', 'Ask the family for a better certificate', {
    body: CertificateRequestForm,
  }),
  sendCertificates: applicants.post('send-certificates', 'Send the certificates that staff have asked for', {
    body: bookingRef,
    files: sentCertificateFiles,
  }),
  previewDenial: staff.post('preview-denial', 'The letter that a denial with this reason would send', {
    recordedRead: { kind: 'booking', subject: 'bookingID' },
    body: bookingRef.extend({ reason: denialReason }),
    reply: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
  }),
  undoDenial: staff.post('undo-denial', 'Take back a denial, until its letter leaves the house', { body: bookingRef }),
  denialLetter: staff.get('denial-letter/:bookingID', 'Whether the letter of a denial has left the house', {
    params: bookingRef,
    /** Null if there is no such letter, as after the denial was taken back. */
    reply: z.object({ hasLeft: z.boolean().nullable() }),
  }),
  deny: staff.post('/api/email/sendDeniedRequest', 'Deny a booking or an urn request, with a reason', {
    body: z.object({
      to: z
        .string()
        .trim()
        .toLowerCase()
        .max(200)
        .refine((to) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(to), 'Invalid email'),
      reason: denialReason,
      bookingID: bookingID.optional(),
      version: seenVersion,
    }),
  }),
} as const
