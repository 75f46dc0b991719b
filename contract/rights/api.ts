import { z } from 'zod'
import { OwnerProof } from '../accounts/second-factor.ts'
import { paperCode } from '../documents/paper-code.ts'
import { callsBelow } from '../endpoint.ts'
import { instant, pageAfterID, pageAfterNumber, reason, textWithin, uuid, withToken } from '../schema-parts.ts'
import { AfterEnd, AnswerForm, ClearForm, StepForm } from './after-end.ts'
import { AskedUrn, OwnAgreement, urnLeavings } from './agreement.ts'
import { Claim, Objection } from './claim.ts'
import { Contact, canBeReached, contactFields, contactKindNames, unreachable } from './contact.ts'
import { Deed, VerifiedDeed } from './deed.ts'
import { deathForm, Holder, HolderForm } from './holder.ts'
import { OpenRight, rightStateNames } from './right.ts'
import { rightEvents } from './transitions.ts'

/** A right in the list. */
export const ListedRight = OpenRight.extend({
  /** A year, a month or a day; null if no register says it. */
  grantedOn: z.string().nullable(),
  deedNumber: z.string().nullable(),
  nicheCode: z.string(),
  /** The booking of its first holder or the first of its bookings, and the name of that holder. */
  bookingID: z.string(),
  holder: z.string(),
  /** The next step after its end, and from which day; without a name its urns can be taken to a shelf. Null unless it has ended. */
  next: z.object({ name: z.string().nullable(), from: z.string() }).nullable(),
})
export type ListedRight = z.infer<typeof ListedRight>

/** A move of a right on the timeline of a person. */
export const RightMoveEntry = z.object({
  number: z.string(),
  event: z.enum(rightEvents),
  at: instant,
  by: z.string(),
  /** The booking that caused it. */
  bookingID: z.string().nullable(),
  /** What changed, and why. */
  reason: z.string().nullable(),
  /** The last day that it set. */
  endsOn: z.string().nullable(),
})

/** Everything that staff know about a right. */
const RightDetail = ListedRight.omit({ next: true }).extend({
  nichePlace: z.string(),
  holders: z.array(Holder),
  /** The newest first. */
  claims: z.array(Claim),
  objections: z.array(Objection),
  contacts: z.array(Contact),
  /** Its urns about which the holders are asked nothing, and what they are asked about the others. Without those that were released. */
  urns: z.array(z.object({ tag: z.string(), person: z.string(), inNiche: z.boolean() })),
  asked: z.array(AskedUrn),
  history: z.array(RightMoveEntry),
  /** Null unless it has ended. */
  afterEnd: AfterEnd.nullable(),
})
export type RightDetail = z.infer<typeof RightDetail>

const rightNumber = z.object({ number: z.string().max(20) })
/** A holder with the name that the page has shown, because somebody else may stand there since. */
const shownHolder = { ...rightNumber.shape, holderID: z.int(), name: z.string().max(200) }

const { anyone, applicants, staff, staffAndAdmins, allButWitnesses } = callsBelow('/api/rights')

const postedTo = {
  letterID: z.string(),
  number: z.string(),
  nicheCode: z.string(),
  /** How many months before the end of the right; null if it is about a claim, or asks for an answer. */
  months: z.int().nullable(),
  isAboutClaim: z.boolean(),
  /** It tells a holder what staff have changed or recorded. */
  isNews: z.boolean(),
  /** Who gets it: a holder, a contact, or whoever claims the right. */
  holder: z.string(),
  /** Where they live; empty if it is not recorded. */
  address: z.string(),
}

/** A letter about a right that goes by post. */
export const LetterToPost = z.object({
  ...postedTo,
  /** Null unless it is about the end. */
  endsOn: z.string().nullable(),
  /** Null in letters about claims and about urns. */
  bookingID: z.string().nullable(),
  writtenAt: instant,
  subject: z.string(),
  /** With greeting and signature. */
  text: z.string(),
})
export type LetterToPost = z.infer<typeof LetterToPost>

export const PostedLetter = z.object({
  ...postedTo,
  postedAt: instant,
  cameBackAt: instant.nullable(),
  /** It came back from another address than the one that is recorded now. */
  isAddressNew: z.boolean(),
})
export type PostedLetter = z.infer<typeof PostedLetter>

const letterRef = z.object({ letterID: uuid })
const contactRef = { ...rightNumber.shape, contactID: uuid }

/** So many letters are printed at once; the next ones follow once these are posted. */
export const mostLettersToPost = 200

export const rightApi = {
  lettersToPost: staffAndAdmins.get('letters-to-post', 'Letters about rights, to whoever has no email address', {
    recordedRead: { kind: 'rights' },
    reply: z.array(LetterToPost),
  }),
  /** The time to object runs from it, so it needs a recent factor, and a party does not record it. */
  recordPosted: staff.post('record-posted', 'Record that letters about rights were posted', {
    freshFactor: true,
    body: z.object({ letterIDs: z.array(uuid).min(1).max(mostLettersToPost) }),
  }),
  postedLetters: staffAndAdmins.get(
    'posted-letters',
    'Letters about rights that were posted; those that came back stand first',
    {
      recordedRead: { kind: 'rights' },
      /** The number of a right, as the letter says it. */
      query: pageAfterID.extend({ right: textWithin(20).default('') }),
      reply: z.array(PostedLetter),
    },
  ),
  letterCameBack: staff.post('letter-came-back', 'Record that a posted letter came back', { body: letterRef }),
  printAgain: staff.post('print-again', 'Print a letter that came back again, with the address as it is now', {
    /** Unless the address is another one, the clerk says that it was checked. */
    body: letterRef.extend({ checked: z.boolean().default(false) }),
  }),
  dismissReturned: staff.post('dismiss-returned', 'Say why nothing more is done about a letter that came back', {
    freshFactor: true,
    body: letterRef.extend({ reason }),
  }),
  list: staffAndAdmins.get('list', 'Rights to niches, the newest number first', {
    recordedRead: { kind: 'rights' },
    query: pageAfterNumber.extend({
      /** A number, the beginning of a niche code, or words of the name of a holder or contact. */
      text: textWithin(100).default(''),
      state: z.enum(rightStateNames).optional(),
      /** Only rights after their end whose family waits to be heard or whose next step is due, or those about which a claim can be decided. */
      waits: z.enum(['heard', 'due', 'claims']).optional(),
      /** The year in which it ends. */
      year: z
        .string()
        .regex(/^[12]\d{3}$/, 'Please enter a year, such as 2056.')
        .optional(),
    }),
    reply: z.array(ListedRight),
  }),
  waiting: staffAndAdmins.get(
    'waiting',
    'How many families wait to be heard after the end of their right, how many steps are due, and about how many rights a claim can be decided',
    {
      reply: z.object({ heard: z.int(), due: z.int(), claims: z.int() }),
    },
  ),
  detail: staffAndAdmins.get(':number', 'A right with its holders and its history', {
    recordedRead: { kind: 'right', subject: 'number' },
    params: rightNumber,
    reply: RightDetail,
  }),
  saveHolder: staffAndAdmins.post('save-holder', 'Add or correct a holder of a right; a second person confirms it', {
    body: HolderForm.extend(rightNumber.shape),
  }),
  removeHolder: staffAndAdmins.post('remove-holder', 'Remove a holder of a right; a second person confirms it', {
    body: z.object({ ...shownHolder, reason }),
  }),
  recordDeath: staffAndAdmins.post('record-death', 'Record that a holder of a right has died; the others are told', {
    freshFactor: true,
    body: (options: { today: string }) => deathForm(options).extend(shownHolder),
  }),
  retractDeath: staffAndAdmins.post('retract-death', 'Take back that a holder of a right has died; all are told', {
    freshFactor: true,
    body: z.object({ ...shownHolder, reason }),
  }),
  recordStep: staff.post('record-step', 'Record the next step after the end of a right', {
    body: StepForm.extend({ ...rightNumber.shape, position: z.int().min(0) }),
  }),
  askToTalk: applicants.post('ask-to-talk', 'Ask the house to speak with you about your right that has ended', {
    body: rightNumber,
  }),
  recordFamilyContact: staff.post(
    'record-contact',
    'Record that the family of a right that has ended wants to be heard',
    {
      body: z.object({ ...rightNumber.shape, reason }),
    },
  ),
  recordAnswer: staff.post('record-answer', 'Record what was agreed with the family of a right that has ended', {
    freshFactor: true,
    body: AnswerForm.extend(rightNumber.shape),
  }),
  clearNiche: staffAndAdmins.post(
    'clear-niche',
    'Ask that the urns of a right that has ended may be taken to a shelf; a second person confirms it',
    { body: ClearForm.extend(rightNumber.shape) },
  ),
  whoDecides: applicants.get('who-decides', 'Who decides about the niche of your booking, and whom they have named', {
    query: rightNumber,
    /** `contacts` is null for whoever does not hold the right. `asked` is what this holder is asked about urns. */
    reply: z.object({
      holders: z.array(z.string()),
      contacts: z.array(Contact).nullable(),
      asked: z.array(OwnAgreement),
    }),
  }),
  /** Whoever finds an open session must not have letters of the family sent elsewhere, so the holder says who they are, and staff enter their second factor again. */
  saveContact: allButWitnesses.post('save-contact', 'Add or change a contact of a right, who is asked to accept', {
    freshFactor: true,
    ownerProof: 'any',
    proofFrom: ['user'],
    body: z.object({ ...contactFields, ...rightNumber.shape, ...OwnerProof.shape }).refine(canBeReached, unreachable),
  }),
  removeContact: allButWitnesses.post('remove-contact', 'Remove a contact of a right', {
    freshFactor: true,
    ownerProof: 'any',
    proofFrom: ['user'],
    body: z.object({ ...contactRef, reason: textWithin(500).default(''), ...OwnerProof.shape }),
  }),
  recordContactAccepted: staffAndAdmins.post(
    'contact-accepted',
    'Record that a contact of a right has signed, by letter or at the counter',
    { freshFactor: true, body: z.object({ ...contactRef, by: z.enum(['letter', 'counter']) }) },
  ),
  readContactRequest: anyone.post(
    'read-contact-request',
    'What whoever has this link is asked: to be a contact, or to agree as a holder that an urn leaves',
    {
      body: withToken,
      reply: z.object({
        holders: z.array(z.string()),
        name: z.string(),
        kind: z.enum([...contactKindNames, ...urnLeavings]),
        nicheCode: z.string(),
        /** The name of the person in the urn; empty for a contact. */
        person: z.string(),
        /** What a holder has answered before. */
        answered: z.boolean().nullable(),
      }),
    },
  ),
  answerContactRequest: anyone.post('answer-contact-request', 'Accept or decline what the link asks', {
    body: withToken.extend({ accepts: z.boolean() }),
  }),
  askHolders: staffAndAdmins.post('ask-holders', 'Ask all holders of a right to agree that an urn leaves', {
    body: z.object({
      ...rightNumber.shape,
      tag: z.string().min(1).max(40),
      event: z.enum(urnLeavings, 'Please choose what is to happen.'),
    }),
  }),
  /** The agreement moves an urn, so a holder says who they are. */
  recordAgreement: allButWitnesses.post(
    'record-agreement',
    'Agree as a holder that an urn leaves, or take that back; staff record what a holder has signed, and all holders are told',
    {
      freshFactor: true,
      ownerProof: 'any',
      proofFrom: ['user'],
      body: z.object({
        ...rightNumber.shape,
        agreementID: uuid,
        agrees: z.boolean(),
        by: z.enum(['letter', 'counter']).optional(),
        ...OwnerProof.shape,
      }),
    },
  ),
  endAsking: staffAndAdmins.post('end-asking', 'End what the holders of a right are asked about an urn', {
    freshFactor: true,
    body: z.object({ ...rightNumber.shape, tag: z.string().min(1).max(40), reason }),
  }),
  deed: allButWitnesses.get(':number/deed', 'The deed of a right, for its holder and for staff', {
    recordedRead: { kind: 'right', subject: 'number' },
    params: rightNumber,
    reply: Deed,
  }),
  /** The code is not in the path, because paths are logged. */
  verifyDeed: anyone.get(
    'verify-deed',
    'The right whose deed has this code: its number, niche and state, and the masked names of its holders',
    { query: z.object({ code: paperCode }), reply: z.object({ deed: VerifiedDeed.nullable() }) },
  ),
} as const
