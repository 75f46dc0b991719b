import { z } from 'zod'
import { bookingState } from '../bookings/booking.ts'
import { paperCode } from '../documents/paper-code.ts'
import { callsBelow } from '../endpoint.ts'
import {
  bookingID,
  bookingRef,
  instant,
  millimetres,
  nricPattern,
  pageAfterID,
  required,
  textWithin,
  uuid,
} from '../schema-parts.ts'
import { SettledOrAsked, WaitingRequest } from '../second-person/waiting-request.ts'
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

const shelf = required('Please say which shelf.', 60)

export const UrnFacts = z.object({
  widthMm: millimetres,
  heightMm: millimetres,
  cremationNumber: textWithin(60),
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
  /** The whereabouts in words. */
  where: z.string(),
  movedAt: instant,
})
export type ListedUrn = z.infer<typeof ListedUrn>

/** The details on a label. */
export const LabelledUrn = ListedUrn.pick({ tag: true, beneficiaryName: true, nicheCode: true })
export type LabelledUrn = z.infer<typeof LabelledUrn>

export const UrnMoveEntry = z.object({
  event: z.enum(urnEvents),
  at: instant,
  by: z.string(),
  /** The second person. */
  witness: z.string().nullable(),
  /** The whereabouts of the urn after it, in words. */
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

/** Telephone numbers, email and postal addresses, as far as they are recorded. */
const reach = z.array(z.string())

export const UrnDetail = ListedUrn.extend({
  ...facts,
  ...bookingState,
  dateOfBirth: z.string().nullable(),
  dateOfDeath: z.string().nullable(),
  /** Building, level and block of the niche of its booking. */
  nichePlace: z.string(),
  /** The right to its niche; null before one is granted. */
  right: z.string().nullable(),
  /** Who holds that right today, or whom the booking names without one. */
  holders: z.array(z.object({ name: z.string(), guardian: z.string(), hasDied: z.boolean(), reach })),
  /** Number of the earlier deed of the right, or of the booking; empty without one. */
  deed: z.string(),
  /** The contacts of the right who have accepted to collect the ashes. */
  collectors: z.array(z.object({ name: z.string(), relationship: z.string(), reach })),
  /** The moves that may happen next. */
  events: z.array(z.enum(urnEvents)),
  /** The holders of the right who have not agreed that it leaves; null if nobody is missing. */
  missing: z.object({ right: z.string(), names: z.array(z.string()) }).nullable(),
  moves: z.array(UrnMoveEntry),
  attempt: OpenAttempt.nullable(),
  /** The documents were reported lost; from `releasableFrom` the urn can be released without them. */
  loss: z
    .object({
      reportedAt: instant,
      by: z.string(),
      note: z.string(),
      releasableFrom: instant,
      /** Letters about it that are still to be posted or have come back. The days count from the last one. */
      toPost: z.int(),
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

const { anyone, applicants, admins, staffAndAdmins, allButWitnesses, allButApplicants } = callsBelow('/api/urn')

export const urnApi = {
  mine: applicants.get('mine', 'Where the urns of your bookings are, those that were received', {
    reply: z.array(FamilyUrn),
  }),
  certificate: allButWitnesses.get(
    'placement-certificate',
    'The certificate that the urn of a booking is in its niche; for its holder and for staff',
    {
      recordedRead: { kind: 'urn', subject: 'bookingID' },
      query: bookingRef,
      reply: PlacementCertificate,
    },
  ),
  /** The code is not in the path, because paths are logged. */
  verify: anyone.get(
    'verify-placement',
    'What a placement certificate with this code says, and whether the urn is still in the niche',
    { query: z.object({ code: paperCode }), reply: z.object({ placement: VerifiedPlacement.nullable() }) },
  ),
  list: staffAndAdmins.get(
    'list',
    'Urns, the last to move first: all, or those with this tag, niche, booking, certificate number or name',
    { recordedRead: { kind: 'urn' }, query: urnQuery.extend({ cursor: uuid.optional() }), reply: z.array(ListedUrn) },
  ),
  inBlock: staffAndAdmins.get('in-block', 'The urns that are in the niches of a block, row by row, for their labels', {
    recordedRead: { kind: 'labels', subject: 'blockID' },
    query: z.object({ blockID: z.string().min(1).max(100) }),
    reply: z.array(LabelledUrn),
  }),
  labels: staffAndAdmins.get('labels', 'The urns with these tags, for their labels', {
    query: z.object({
      tags: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(urnTag).min(1).max(50)),
    }),
    reply: z.array(LabelledUrn),
  }),
  csv: staffAndAdmins.get('export', 'The same urns as CSV, all pages', {
    freshFactor: true,
    recordedRead: { kind: 'export' },
    query: urnQuery,
    sends: 'text/csv',
  }),
  detail: staffAndAdmins.get('detail/:tag', 'One urn with its history', {
    recordedRead: { kind: 'urn', subject: 'tag' },
    params: tagParameter,
    reply: UrnDetail,
  }),
  ofBooking: staffAndAdmins.get('of-booking/:bookingID', 'The urn of a booking, if it was received', {
    recordedRead: { kind: 'urn', subject: 'bookingID' },
    params: bookingRef,
    reply: UrnOfBooking,
  }),
  papers: staffAndAdmins.get(
    'papers/:bookingID',
    'What a clerk compares with the papers before receiving the urn of a booking: lists with one right value each',
    {
      recordedRead: { kind: 'urn', subject: 'bookingID' },
      params: bookingRef,
      /** A list is empty where nothing is recorded. */
      reply: Offers,
    },
  ),
  receive: staffAndAdmins.post('receive', 'Receive the urn of a booking; the first time it gets a tag', {
    body: ReceiveForm,
    reply: z.object({ tag: z.string() }),
  }),
  change: staffAndAdmins.post('change', 'Record the size of an urn and the number of its cremation certificate', {
    body: UrnChange,
  }),
  shelve: staffAndAdmins.post('shelve', 'Put an urn on a shelf', { body: ShelfForm }),
  move: staffAndAdmins.post('move', 'Move an urn to another shelf', { body: ShelfForm }),
  check: allButApplicants.post(
    'check',
    'Check that a tag and a niche belong together, and get the names and dates to choose the right ones from',
    { body: CheckForm, reply: Check },
  ),
  confirm: allButApplicants.post('confirm', 'Confirm a move as the first or as the second person', {
    body: ConfirmForm,
    reply: Confirmed,
  }),
  waiting: allButApplicants.get('waiting', 'Moves that wait for a second person', {
    reply: z.array(WaitingConfirmation),
  }),
  attempt: allButApplicants.get(
    'attempt/:attemptID',
    'How far a move by two people has come, with its tag and niche for the second person',
    { params: z.object({ attemptID: uuid }), reply: AttemptProgress },
  ),
  events: allButApplicants.get('events/:about', 'Says when a move by two people has begun or ended', {
    params: z.object({ about: z.literal('moves') }),
    reply: UrnsEvent,
    sends: 'text/event-stream',
  }),
  reportLoss: staffAndAdmins.post(
    'report-loss',
    'Report that the documents of an urn are lost; tells the holders of today and all contacts of its booking',
    { body: LossReport, reply: z.object({ releasableFrom: instant, told: z.int() }) },
  ),
  withdrawLoss: staffAndAdmins.post(
    'withdraw-loss',
    'Ask to withdraw such a report, or confirm that as a second person; all contacts are told then',
    { body: LossReport, reply: z.object({ withdrawn: z.boolean(), told: z.int() }) },
  ),
  mismatches: admins.get(
    'mismatches',
    'Moves that were stopped because something did not match, until an admin settles them',
    { query: pageAfterID, reply: z.array(Mismatch) },
  ),
  settleMismatch: admins.post(
    'settle-mismatch',
    'Settle a mismatch, with what was found, or ask somebody who took no part to confirm that',
    { body: z.object({ attemptID: uuid, note: required('Please say what you found.', 500) }), reply: SettledOrAsked },
  ),
} as const
