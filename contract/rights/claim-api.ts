import { z } from 'zod'
import { callsBelow } from '../endpoint.ts'
import { bookingID, reason, required, uuid } from '../schema-parts.ts'
import { claimForm, ObjectionForm, OpenMatter } from './claim.ts'

const number = z.string().max(20)
const claim = { claimID: uuid }

const { applicants, staffAndAdmins, allButWitnesses } = callsBelow('/api/rights')

/** Who follows a holder, and what is objected to that. */
export const claimApi = {
  openMatters: allButWitnesses.get('open-matters', 'Claims and objections that are open about rights', {
    recordedRead: { kind: 'right', subject: 'number' },
    /** Staff ask about the right that has this number, or to which this booking or urn belongs. Families get what is open about theirs. */
    query: z.object({ number, bookingID, tag: z.string().max(40) }).partial(),
    reply: z.array(OpenMatter),
  }),
  ask: staffAndAdmins.post('ask-claim', 'Record that somebody asks to follow holders of a right', {
    freshFactor: true,
    body: claimForm,
  }),
  recordConsent: staffAndAdmins.post('record-consent', 'Record that a holder agrees to a transfer; all are told', {
    freshFactor: true,
    body: z.object({
      ...claim,
      holderID: z.int(),
      consent: required('Please say how they agreed, and which paper you have seen.', 500),
    }),
  }),
  withdraw: staffAndAdmins.post('withdraw-claim', 'Record that a claim to a right is withdrawn', {
    freshFactor: true,
    body: z.object({ ...claim, reason }),
  }),
  decide: staffAndAdmins.post('decide-claim', 'Decide about a claim to a right; a second person confirms it', {
    body: z.object({ ...claim, isFor: z.boolean(), reason }),
  }),
  recordObjection: staffAndAdmins.post('record-objection', 'Record an objection, which blocks a right', {
    body: ObjectionForm.extend({ number }),
  }),
  endObjection: staffAndAdmins.post(
    'end-objection',
    'Ask that an objection is recorded as withdrawn or settled; a second person confirms it, and the objector and all holders are told then',
    { freshFactor: true, body: z.object({ objectionID: z.int(), as: z.enum(['withdrawn', 'settled']), reason }) },
  ),
  object: applicants.post('object', 'Object to what is to happen with your right, which blocks it', {
    body: ObjectionForm.pick({ words: true }).extend({ number }),
  }),
} as const
