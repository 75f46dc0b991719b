import { z } from 'zod'
import { email } from '../accounts/account.ts'
import { OwnerProof } from '../accounts/second-factor.ts'
import { callsBelow } from '../endpoint.ts'
import { WayToNiche } from '../niches/niche.ts'
import { bookingID, bookingRef, instant, uuid, withToken } from '../schema-parts.ts'
import { stepStates } from './family-steps.ts'
import { Statement } from './statement.ts'

/** What a family link shows: nothing that identifies anyone but the beneficiary, and no money. */
export const SharedPerson = z.object({
  name: z.string(),
  ...WayToNiche.shape,
  steps: z.array(z.object({ title: z.string(), state: z.enum(stepStates), words: z.string() })),
  /** The day that was agreed with staff. */
  appointment: z.object({ startsAt: instant, endsAt: instant }).nullable(),
})
export type SharedPerson = z.infer<typeof SharedPerson>

/** The second person of a booking, from the invitation until it ends. */
export const Relative = z.object({
  relativeID: z.string(),
  /** The address that was invited; the account may have another one. */
  email: z.string(),
  /** The account that accepted it; null while nobody has. */
  account: z.object({ name: z.string(), email: z.string() }).nullable(),
  expiresAt: instant,
  /** The holder has agreed that this account may act. */
  agreed: z.boolean(),
})
export type Relative = z.infer<typeof Relative>

/** The people with whom the holder shares the page of one person. */
export const FamilySharing = z.object({
  /** The link itself is shown only when it is made. */
  link: z.object({ madeAt: instant, expiresAt: instant }).nullable(),
  relative: Relative.nullable(),
})
export type FamilySharing = z.infer<typeof FamilySharing>

export const RelativeForm = z.object({ email })

const { anyone, applicants, allButWitnesses } = callsBelow('/api/family')

export const familyApi = {
  show: anyone.post('show', 'Where somebody rests and how far everything is, for whoever has the link of the family', {
    body: withToken,
    reply: SharedPerson,
  }),
  statement: allButWitnesses.get('statement', 'What was charged for one person, paid and credited, and the balance', {
    recordedRead: { kind: 'statement', subject: 'bookingID' },
    query: bookingRef,
    reply: Statement,
  }),
  sharing: applicants.get('sharing', 'With whom you share the page of one person', {
    query: bookingRef,
    reply: FamilySharing,
  }),
  makeLink: applicants.post('make-link', 'Make a link that shows one person; an earlier one no longer works', {
    body: bookingRef,
    reply: z.object({ url: z.string() }),
  }),
  endLink: applicants.post('end-link', 'End the link that shows one person', { body: bookingRef }),
  invite: applicants.post(
    'invite',
    'Invite a second person by email, who may act once you agree; an earlier invitation no longer works',
    { body: RelativeForm.extend({ bookingID }) },
  ),
  readInvitation: anyone.post('read-invitation', 'Who invites whoever has this link, and to whose page', {
    body: withToken,
    reply: z.object({ invitedBy: z.string(), name: z.string() }),
  }),
  accept: applicants.post('accept', 'Accept an invitation with the account that is signed in; the holder then agrees', {
    body: withToken,
  }),
  /** Whoever finds an open session must not let an account of their own act for the family. */
  agree: applicants.post('agree', 'Agree that the account which accepted the invitation may act', {
    ownerProof: 'any',
    proofInDemo: false,
    body: z.object({ bookingID, relativeID: uuid, ...OwnerProof.shape }),
  }),
  endRelative: applicants.post(
    'end-relative',
    'End an invitation or what the second person may do; also by that person',
    { body: bookingRef },
  ),
} as const
