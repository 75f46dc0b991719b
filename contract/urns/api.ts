import { z } from 'zod'
import { bookingStatuses, bookingTypes } from '../bookings/booking.ts'
import { familiesAndStaff, get, post } from '../endpoint.ts'
import { bookingID, instant, millimetres, nricPattern, required, uuid } from '../schema-parts.ts'
import { SettledOrAsked, WaitingRequest } from '../second-person/waiting-request.ts'
import { certificateCode } from './certificate-code.ts'
import {
  authorities,
  Check,
  CheckForm,
  Confirmed,
  ConfirmForm,
  Identity,
  identityKinds,
  Offers,
  requestID,
} from './confirmation.ts'
import { twoPersonEvents, urnEvents, urnWhereabouts } from './moves.ts'
import { FamilyUrn, PlacementCertificate, VerifiedPlacement } from './placement.ts'
import { urnTag } from './tag.ts'

/** Admins take part too: a move needs two people, and a small house has one clerk and one admin. */
const roles = ['staff', 'admin'] as const
/** A witness only confirms what a clerk or an admin has begun. */
const atTheWall = [...roles, 'witness'] as const

const shelf = required('Please say which shelf.', 60)

export const UrnFacts = z.object({
  widthMm: millimetres,
  heightMm: millimetres,
  cremationNumber: z.string().trim().max(60, 'At most 60 characters'),
})
export type UrnFacts = z.output<typeof UrnFacts>
/**
 * Includes the name and value that the clerk read on the papers: wrong ones mean the wrong booking or the wrong urn. Only what is not
 * recorded may be left out.
 */
export const ReceiveForm = UrnFacts.extend({ requestID, bookingID, ...Identity.partial().shape })
export const UrnChange = UrnFacts.extend({ tag: urnTag })
export const ShelfForm = z.object({ requestID, tag: urnTag, shelf })
export const LossReport = z.object({ tag: urnTag, note: required('Please say who told you and how.', 500) })

const facts = { widthMm: z.int().nullable(), heightMm: z.int().nullable(), cremationNumber: z.string() }

/** An urn in a list. */
export const ListedUrn = z.object({
  tag: z.string(),
  bookingID: z.string(),
  beneficiaryName: z.string(),
  /** The niche of its booking. */
  nicheCode: z.string(),
  place: z.enum(urnWhereabouts),
  /** In words. */
  where: z.string(),
  movedAt: instant,
})
export type ListedUrn = z.infer<typeof ListedUrn>

/** What is on a label. */
export const LabelledUrn = ListedUrn.pick({ tag: true, beneficiaryName: true, nicheCode: true })
export type LabelledUrn = z.infer<typeof LabelledUrn>

export const UrnMoveEntry = z.object({
  event: z.enum(urnEvents),
  at: instant,
  by: z.string(),
  /** The second person. */
  witness: z.string().nullable(),
  /** Where the urn is after it, in words. */
  where: z.string(),
  reason: z.string(),
  release: z
    .object({
      releasedTo: z.string(),
      identityKind: z.enum(identityKinds),
      identityEnding: z.string(),
      authority: z.enum(authorities),
      document: z.string(),
    })
    .nullable(),
})
export type UrnMoveEntry = z.infer<typeof UrnMoveEntry>

/** A first confirmation that waits for the second. */
const OpenAttempt = z.object({
  event: z.enum(twoPersonEvents),
  by: z.string(),
  isMine: z.boolean(),
  expiresAt: instant,
})

export const UrnDetail = ListedUrn.extend({
  ...facts,
  bookingStatus: z.enum(bookingStatuses),
  bookingType: z.enum(bookingTypes),
  dateOfBirth: z.string().nullable(),
  dateOfDeath: z.string().nullable(),
  /** Building, level and block of the niche of its booking. */
  nichePlace: z.string(),
  /** Who has the right to the urn; `contacts` are how to reach them. */
  holderName: z.string(),
  contacts: z.array(z.string()),
  /** What may happen next. */
  events: z.array(z.enum(urnEvents)),
  moves: z.array(UrnMoveEntry),
  attempt: OpenAttempt.nullable(),
  /** The documents were reported lost; from `releasableFrom` the urn can be released without them. */
  loss: z
    .object({
      reportedAt: instant,
      by: z.string(),
      note: z.string(),
      releasableFrom: instant,
      /** A request to withdraw the report, which another member of staff can confirm. */
      withdrawal: WaitingRequest.nullable(),
    })
    .nullable(),
})
export type UrnDetail = z.infer<typeof UrnDetail>

export const mismatchKinds = ['niche', 'name', 'identifier'] as const
export type MismatchKind = (typeof mismatchKinds)[number]

/** A move that was stopped because something did not match. Admins settle it. */
export const Mismatch = z.object({
  attemptID: z.string(),
  event: z.enum(twoPersonEvents),
  kind: z.enum(mismatchKinds),
  tag: z.string(),
  nicheCode: z.string(),
  by: z.string(),
  at: instant,
  /** A request to settle it, which somebody who took no part can confirm. */
  asked: WaitingRequest.nullable(),
})
export type Mismatch = z.infer<typeof Mismatch>

/** Has no tag and no niche code, so that the second person must read them at the niche. */
const WaitingConfirmation = OpenAttempt.extend({ attemptID: z.string(), place: z.string() })

export const attemptOutcomes = ['open', 'done', 'mismatch', 'expired'] as const

/** How far one move by two people has come. Both people see it: the first while waiting, the second to know what to compare. */
export const AttemptProgress = OpenAttempt.extend({
  attemptID: z.string(),
  outcome: z.enum(attemptOutcomes),
  tag: z.string(),
  nicheCode: z.string(),
  /** Why the move was stopped; empty if it was not. */
  stopped: z.string(),
})
export type AttemptProgress = z.infer<typeof AttemptProgress>

/** Says that moves have begun or ended since. */
export const UrnsEvent = z.object({ kind: z.literal('moves') })
export type UrnsEvent = z.infer<typeof UrnsEvent>

export const UrnOfBooking = z.object({
  tag: z.string().nullable(),
  where: z.string(),
  canReceive: z.boolean(),
})
export type UrnOfBooking = z.infer<typeof UrnOfBooking>

/** The text may be the address in the QR code of a label. */
export const UrnSearch = z
  .string()
  .trim()
  .max(300, 'At most 300 characters')
  .refine((text) => !nricPattern.test(text.toUpperCase()), 'An NRIC cannot be searched for here.')
const urnQuery = z.object({ query: UrnSearch.optional() })
const tagParameter = z.object({ tag: urnTag })

export const urnApi = {
  mine: get('/api/urn/mine', {
    roles: ['user'],
    summary: 'Where the urns of your bookings are, those that were received',
    reply: z.array(FamilyUrn),
  }),
  certificate: get('/api/urn/placement-certificate', {
    roles: familiesAndStaff,
    recordedRead: { kind: 'urn', subject: 'bookingID' },
    summary: 'The certificate that the urn of a booking is in its niche; for its holder and for staff',
    query: z.object({ bookingID }),
    reply: PlacementCertificate,
  }),
  /** The code is not in the path, because paths are logged. */
  verify: get('/api/urn/verify-placement', {
    roles: 'anyone',
    summary: 'What a placement certificate with this code says, and whether the urn is still in the niche',
    query: z.object({ code: certificateCode }),
    reply: z.object({ placement: VerifiedPlacement.nullable() }),
  }),
  list: get('/api/urn/list', {
    roles,
    recordedRead: { kind: 'urn' },
    summary: 'Urns, the last to move first: all, or those with this tag, niche, booking, certificate number or name',
    query: urnQuery.extend({ cursor: uuid.optional() }),
    reply: z.array(ListedUrn),
  }),
  inBlock: get('/api/urn/in-block', {
    roles,
    recordedRead: { kind: 'labels', subject: 'blockID' },
    summary: 'The urns that are in the niches of a block, row by row, for their labels',
    query: z.object({ blockID: z.string().min(1).max(100) }),
    reply: z.array(LabelledUrn),
  }),
  labels: get('/api/urn/labels', {
    roles,
    summary: 'The urns with these tags, for their labels',
    query: z.object({
      tags: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(urnTag).min(1).max(50)),
    }),
    reply: z.array(LabelledUrn),
  }),
  csv: get('/api/urn/export', {
    freshFactor: true,
    roles,
    recordedRead: { kind: 'export' },
    summary: 'The same urns as CSV, all pages',
    query: urnQuery,
    reply: z.string(),
    sends: 'text/csv',
  }),
  detail: get('/api/urn/detail/:tag', {
    roles,
    recordedRead: { kind: 'urn', subject: 'tag' },
    summary: 'One urn with its history',
    params: tagParameter,
    reply: UrnDetail,
  }),
  ofBooking: get('/api/urn/of-booking/:bookingID', {
    roles,
    recordedRead: { kind: 'urn', subject: 'bookingID' },
    summary: 'The urn of a booking, if it was received',
    params: z.object({ bookingID }),
    reply: UrnOfBooking,
  }),
  papers: get('/api/urn/papers/:bookingID', {
    roles,
    recordedRead: { kind: 'urn', subject: 'bookingID' },
    summary:
      'What a clerk compares with the papers before receiving the urn of a booking: lists with one right value each',
    params: z.object({ bookingID }),
    /** A list is empty where nothing is recorded. */
    reply: Offers,
  }),
  receive: post('/api/urn/receive', {
    roles,
    summary: 'Receive the urn of a booking; the first time it gets a tag',
    body: ReceiveForm,
    reply: z.object({ tag: z.string() }),
  }),
  change: post('/api/urn/change', {
    roles,
    summary: 'Record the size of an urn and the number of its cremation certificate',
    body: UrnChange,
  }),
  shelve: post('/api/urn/shelve', {
    roles,
    summary: 'Put an urn on a shelf',
    body: ShelfForm,
  }),
  move: post('/api/urn/move', {
    roles,
    summary: 'Move an urn to another shelf',
    body: ShelfForm,
  }),
  check: post('/api/urn/check', {
    roles: atTheWall,
    summary: 'Check that a tag and a niche belong together, and get the values of which one each is confirmed',
    body: CheckForm,
    reply: Check,
  }),
  confirm: post('/api/urn/confirm', {
    roles: atTheWall,
    summary: 'Confirm a move as the first or as the second person',
    body: ConfirmForm,
    reply: Confirmed,
  }),
  waiting: get('/api/urn/waiting', {
    roles: atTheWall,
    summary: 'Moves that wait for a second person',
    reply: z.array(WaitingConfirmation),
  }),
  attempt: get('/api/urn/attempt/:attemptID', {
    roles: atTheWall,
    summary: 'How far a move by two people has come, with its tag and niche for the second person',
    params: z.object({ attemptID: uuid }),
    reply: AttemptProgress,
  }),
  events: get('/api/urn/events/:about', {
    roles: atTheWall,
    summary: 'Says when a move by two people has begun or ended',
    params: z.object({ about: z.literal('moves') }),
    reply: UrnsEvent,
    sends: 'text/event-stream',
  }),
  reportLoss: post('/api/urn/report-loss', {
    roles,
    summary: 'Report that the documents of an urn are lost; tells all contacts of its booking',
    body: LossReport,
    reply: z.object({ releasableFrom: instant, told: z.int() }),
  }),
  withdrawLoss: post('/api/urn/withdraw-loss', {
    roles,
    summary: 'Ask to withdraw such a report, or confirm that as a second person; all contacts are told then',
    body: LossReport,
    reply: z.object({ withdrawn: z.boolean(), told: z.int() }),
  }),
  mismatches: get('/api/urn/mismatches', {
    roles: ['admin'],
    summary: 'Moves that were stopped because something did not match, until an admin settles them',
    reply: z.array(Mismatch),
  }),
  settleMismatch: post('/api/urn/settle-mismatch', {
    roles: ['admin'],
    summary: 'Settle a mismatch, with what was found, or ask somebody who took no part to confirm that',
    body: z.object({ attemptID: uuid, note: required('Please say what you found.', 500) }),
    reply: SettledOrAsked,
  }),
} as const
